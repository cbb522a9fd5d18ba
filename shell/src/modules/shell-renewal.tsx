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
 * while nothing is in the player, or when the person asks and nothing plays. So it is, too, when this one is answered no
 * more.
 */
export function ShellRenewal({ player, reload = () => window.location.reload() }: ShellRenewalProps) {
  const { newerShell, productName } = useAssignment()
  const modules = useModules()
  const isWriting = useStore(modules.isWriting)
  const isTooOld = useStore(modules.isTooOld)
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

  if (newerShell === undefined && !isTooOld) return null
  const isSilent = ['empty', 'paused', 'failed'].includes(status)
  // What is being written cannot be saved any more; whoever leaves it is asked by the browser.
  const isSafe = isSilent && (isTooOld || !isWriting)
  const what = isTooOld
    ? `This version of ${productName} is too old, and some of it no longer works.`
    : `There is a new version of ${productName}.`
  const when = status === 'empty' ? 'It comes with the next page you open.' : 'It waits until nothing plays.'
  return (
    <WaitingNotice
      text={newerShell === undefined ? what : `${what} ${when}`}
      action={isSafe ? { label: 'Load it now', go: reload } : undefined}
    />
  )
}
