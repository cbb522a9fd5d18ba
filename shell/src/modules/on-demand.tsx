import type { PlayerApi } from '@griot/shell-sdk/contract'
import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { useStore } from '@griot/shell-sdk/react'
import type { ModuleLoader } from './loader.ts'
import { useAssignment, useModules } from './modules-context.ts'

// Parts that few visits need. They are fetched when they are needed.
const loadUpdates = () => import(/* webpackChunkName: "ribbon" */ './updates.tsx')
const loadModuleUpdate = async () => (await loadUpdates()).ModuleUpdate
const loadShellUpdate = async () => (await loadUpdates()).ShellUpdate

export function ModuleUpdateOnDemand({ loader }: { loader: ModuleLoader }) {
  const isPending = useStore(loader.pendingUpdate, (pending) => pending !== null)
  const Update = useOnDemand<{ loader: ModuleLoader }>(loadModuleUpdate, isPending)
  return Update && <Update loader={loader} />
}

type Player = Pick<PlayerApi, 'state'>

export function ShellUpdateOnDemand({ player }: { player: Player }) {
  const { newerShell } = useAssignment()
  const isBlocked = useStore(useModules().isBlocked)
  const Update = useOnDemand<{ player: Player }>(loadShellUpdate, newerShell ?? isBlocked)
  return Update && <Update player={player} />
}
