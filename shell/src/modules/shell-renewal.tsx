import type { PlayerState } from '@griot/shell-sdk/contract'
import { useStore } from '@griot/shell-sdk/react'
import type { Store } from '@griot/shell-sdk/store'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useAssignment, useModules } from './modules-context.ts'
import { WaitingNotice } from './waiting-notice.tsx'

interface ShellRenewalProps {
  player: { state: Store<PlayerState> }
  /** Loads the page that the address now names, with the shell that stands. */
  reload?: () => void
}

/**
 * A newer shell comes with a page that is loaded anew, and nothing may be lost by that: with the next page that is opened
 * while nothing is in the player, or when the person asks and nothing plays.
 */
export function ShellRenewal({ player, reload = () => window.location.reload() }: ShellRenewalProps) {
  const { newerShell, productName } = useAssignment()
  const isWriting = useStore(useModules().isWriting)
  const { status } = useStore(player.state)
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  const takeOver = useEffectEvent(() => {
    if (newerShell !== undefined && status === 'empty' && !isWriting) reload()
  })
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    takeOver()
  }, [pathname])

  if (newerShell === undefined) return null
  const isSafe = !isWriting && ['empty', 'paused', 'failed'].includes(status)
  const when = status === 'empty' ? 'It comes with the next page you open.' : 'It waits until nothing plays.'
  return (
    <WaitingNotice
      text={`There is a new version of ${productName}. ${when}`}
      action={isSafe ? { label: 'Load it now', go: reload } : undefined}
    />
  )
}
