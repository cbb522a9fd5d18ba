import type { PlayerApi } from '@griot/shell-sdk/contract'
import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { useStore } from '@griot/shell-sdk/react'
import type { ModuleLoader } from './loader-contract.ts'
import { useAssignment, useModules } from './modules-context.ts'

// Most people never come by a version that waits: only who does fetches what brings it.
const loadOfModule = async () => (await import(/* webpackChunkName: "ribbon" */ './module-renewal.tsx')).ModuleRenewal
const loadOfShell = async () => (await import(/* webpackChunkName: "ribbon" */ './shell-renewal.tsx')).ShellRenewal

export function ModuleRenewalOnDemand({ loader }: { loader: ModuleLoader }) {
  const isWaiting = useStore(loader.waiting, (waiting) => waiting !== null)
  const Renewal = useOnDemand<{ loader: ModuleLoader }>(loadOfModule, isWaiting)
  return Renewal && <Renewal loader={loader} />
}

type Player = Pick<PlayerApi, 'state'>

export function ShellRenewalOnDemand({ player }: { player: Player }) {
  const { newerShell } = useAssignment()
  const isTooOld = useStore(useModules().isTooOld)
  const Renewal = useOnDemand<{ player: Player }>(loadOfShell, newerShell ?? isTooOld)
  return Renewal && <Renewal player={player} />
}
