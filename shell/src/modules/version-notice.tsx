import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { useAssignment } from './modules-context.ts'

const load = async () => (await import(/* webpackChunkName: "ribbon" */ './version-ribbon.tsx')).VersionRibbon

/** The ribbon of those few who see other versions; nobody else fetches it. */
export function VersionNotice() {
  const { overrides, isSafeMode = false } = useAssignment()
  const isUnlikeOthers = isSafeMode || overrides !== undefined
  const Ribbon = useOnDemand(load, isUnlikeOthers)
  return Ribbon && isUnlikeOthers ? <Ribbon {...(overrides ? { overrides } : {})} isSafeMode={isSafeMode} /> : null
}
