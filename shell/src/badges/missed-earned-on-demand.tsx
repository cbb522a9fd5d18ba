import { useOnDemand } from '@griot/shell-sdk/on-demand'
import type { MissedEarnedProps } from './missed-earned.tsx'

const load = async () => (await import(/* webpackChunkName: "after-paint" */ './missed-earned.tsx')).MissedEarned

export function MissedEarnedOnDemand(props: MissedEarnedProps) {
  const MissedEarned = useOnDemand<MissedEarnedProps>(load, true)
  return MissedEarned && <MissedEarned {...props} />
}
