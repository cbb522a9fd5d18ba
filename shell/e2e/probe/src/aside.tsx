import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { LoadFailed } from '@griot/ui/load-failed'
import { useState } from 'react'

const load = async () => (await import('./more.tsx')).default

/** Loads the same chunk with `useOnDemand`, which can retry. */
export function Aside() {
  const [hasFailed, setHasFailed] = useState(false)
  const More = useOnDemand(load, !hasFailed, () => setHasFailed(true))
  if (More) return <More />
  return hasFailed ? <LoadFailed what="the aside" onRetry={() => setHasFailed(false)} /> : null
}
