import { may } from '@griot/contracts/permissions'
import type { User } from '@griot/contracts/user'
import type { PlayerApi } from '@griot/shell-sdk/contract'
import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { useStore } from '@griot/shell-sdk/react'
import type { Store } from '@griot/shell-sdk/store'
import { useEffect, useState } from 'react'
import type { ModuleLoader } from './loader.ts'
import { useAssignment, useModules } from './modules-context.ts'

// Parts that few visits need. They are fetched when they are needed.
const loadUpdates = () => import(/* webpackChunkName: "ribbon" */ './updates.tsx')
const loadModuleUpdate = async () => (await loadUpdates()).ModuleUpdate
const loadShellUpdate = async () => (await loadUpdates()).ShellUpdate
const loadPanel = async () => (await import(/* webpackChunkName: "version-panel" */ './version-panel.tsx')).VersionPanel

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

/** Alt+Shift+M loads and opens the panel of modules. */
export function VersionPanelOnDemand({ user }: { user: Store<User | null> }) {
  const [isOpen, setOpen] = useState(false)
  const mayManage = may(useStore(user), 'modules.manage')
  const Panel = useOnDemand(loadPanel, isOpen)

  useEffect(() => {
    // The code, not the key: with Alt some keyboard layouts produce another letter.
    const handleKey = (event: KeyboardEvent) => {
      if (event.code !== 'KeyM' || !event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      setOpen((wasOpen) => !wasOpen)
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])

  return Panel ? <Panel open={isOpen} onClose={() => setOpen(false)} mayManage={mayManage} /> : null
}
