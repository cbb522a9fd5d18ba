import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { LoadFailed } from '@griot/ui/load-failed'
import { useState } from 'react'

const loadUnknownPage = async () =>
  (await import(/* webpackChunkName: "after-paint" */ './unknown-page.tsx')).UnknownPage

interface UnknownPageOnDemandProps {
  load?: typeof loadUnknownPage
}

export function UnknownPageOnDemand({ load = loadUnknownPage }: UnknownPageOnDemandProps) {
  const [hasFailed, setFailed] = useState(false)
  const UnknownPage = useOnDemand(load, !hasFailed, () => setFailed(true))
  if (UnknownPage) return <UnknownPage />
  return hasFailed ? <LoadFailed what="this page" onRetry={() => setFailed(false)} /> : null
}
