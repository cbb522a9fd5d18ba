import type { ModuleState } from '@griot/contracts/module-pointer'
import { ModuleVersion } from '@griot/contracts/modules'
import semver from 'semver'

/**
 * Compiles a block range to a predicate: `0.1.0-g3f2a1c90` matches that version, `<0.3.0` matches all builds of the numbers
 * below. Null if the text is neither.
 */
export const rangeMatcher = (range: string): ((version: string) => boolean) | null => {
  if (ModuleVersion.safeParse(range).success) return (version) => version === range
  // The build id is not a pre-release: 0.3.0-g3f2a1c90 is 0.3.0, not below it.
  if (/\d[-+]/.test(range) || semver.validRange(range) === null) return null
  const numbers = new semver.Range(range)
  return (version) => numbers.test(version.replace(/-g.*/, ''))
}

/** The reason why a version is blocked; null if it is not. */
export const blockedReason = ({ blocked = [] }: Pick<ModuleState, 'blocked'>, version: string) =>
  blocked.find(({ range }) => rangeMatcher(range)?.(version))?.reason ?? null
