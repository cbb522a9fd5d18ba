import './update-notice.css'
import type { PlayerState } from '@griot/shell-sdk/contract'
import { useStore } from '@griot/shell-sdk/react'
import type { Store } from '@griot/shell-sdk/store'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { ModuleLoader } from './loader.ts'
import type { PendingUpdate } from './module-state.ts'
import { useAssignment, useModules } from './modules-context.ts'

const TEXTS: Record<PendingUpdate, string> = {
  'next-visit': 'There is a new version of this page. You get it when you leave the page.',
  'unsaved-work': 'There is a new version of this page. You get it when your changes are saved.',
  withdrawn: 'This version of the page was withdrawn and is replaced within a minute. Please save your changes.',
  'blocked-unsaved-work':
    'This version of the page is too old, and your changes cannot be saved. Please keep a copy of them.',
  blocked: 'This version of the page is too old, and some of it no longer works.',
}

/** Announces a pending version of the module whose page is shown. */
export function ModuleUpdate({ loader }: { loader: ModuleLoader }) {
  const pending = useStore(loader.pendingUpdate)
  if (!pending) return null
  const canUpdate = pending === 'next-visit' || pending === 'blocked-unsaved-work'
  return (
    <UpdateNotice text={TEXTS[pending]}>
      {canUpdate && (
        <button type="button" onClick={loader.update}>
          Show it now
        </button>
      )}
    </UpdateNotice>
  )
}

interface ShellUpdateProps {
  player: { state: Store<PlayerState> }
  reload?: () => void
}

/**
 * Offers a newer shell, which needs a reload. The page reloads on navigation if the player is empty and there is no unsaved
 * work, or when the user asks and nothing plays. The same applies when the API rejects this shell.
 */
export function ShellUpdate({ player, reload = () => window.location.reload() }: ShellUpdateProps) {
  const { newerShell, productName } = useAssignment()
  const modules = useModules()
  const hasUnsavedWork = useStore(modules.hasUnsavedWork)
  const isBlocked = useStore(modules.isBlocked)
  const { status } = useStore(player.state)
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  const reloadIfSafe = useEffectEvent(() => {
    if (newerShell !== undefined && status === 'empty' && !hasUnsavedWork) reload()
  })
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    reloadIfSafe()
  }, [pathname])

  if (newerShell === undefined && !isBlocked) return null
  const isSilent = ['empty', 'paused', 'failed'].includes(status)
  // A blocked shell cannot save unsaved work. The browser still asks before the page is left.
  const isSafe = isSilent && (isBlocked || !hasUnsavedWork)
  const what = isBlocked
    ? `This version of ${productName} is too old, and some of it no longer works.`
    : `There is a new version of ${productName}.`
  const when = status === 'empty' ? 'It loads when you open the next page.' : 'It loads when playback stops.'
  return (
    <UpdateNotice text={newerShell === undefined ? what : `${what} ${when}`}>
      {isSafe && (
        <button type="button" onClick={reload}>
          Load it now
        </button>
      )}
    </UpdateNotice>
  )
}

function UpdateNotice({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="update-notice" role="status">
      <p>{text}</p>
      {children}
    </div>
  )
}
