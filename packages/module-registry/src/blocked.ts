import type { Standing } from '@griot/contracts/module-pointer'
import { ModuleVersion } from '@griot/contracts/modules'
import semver from 'semver'

type Blocking = Pick<Standing, 'blocked'>

/**
 * Says of a version whether it is meant: by `0.1.0-g3f2a1c90` that one, by a range of numbers such as `<0.3.0` all builds of
 * them. Null for a text that means none.
 */
export const meantBy = (range: string): ((version: string) => boolean) | null => {
  if (ModuleVersion.safeParse(range).success) return (version) => version === range
  // A build is no pre-release: 0.3.0-g3f2a1c90 is 0.3.0, and not below it.
  if (/\d[-+]/.test(range) || semver.validRange(range) === null) return null
  const numbers = new semver.Range(range)
  return (version) => numbers.test(version.replace(/-g.*/, ''))
}

/** Why a version of a module is not served any more; null when it is. */
export const whyBlocked = ({ blocked = [] }: Blocking, version: string) =>
  blocked.find(({ range }) => meantBy(range)?.(version))?.reason ?? null
