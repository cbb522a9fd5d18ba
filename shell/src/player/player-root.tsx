import type { TipTarget } from '@griot/shell-sdk/contract'
import { LOG_IN_TO_TIP, loginRequired } from '@griot/shell-sdk/login-required'
import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { useStore } from '@griot/shell-sdk/react'
import { failureToast } from '@griot/ui/use-online'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Component, type ReactNode, StrictMode, useEffect, useState } from 'react'
import type { SessionStore } from '../auth/session.ts'
import { signIn } from '../auth/sign-in.ts'
import type { PageRoot } from '../page-root.ts'
import type { Toasts } from '../toasts/toasts.tsx'
import { ToastHost } from '../toasts/toasts.tsx'
import { whenIdle } from '../when-idle.ts'
import type { PlayerViewProps, SheetName } from './controls.tsx'
import type { FullPlayerProps } from './full-player.tsx'
import { createPlayback, type Playback } from './playback.ts'
import type { PlaybackSheetProps, SheetProps } from './playback-sheet.tsx'
import type { PlayerBarProps } from './player-bar.tsx'

export type PlayerOptions = Parameters<typeof createPlayback>[0] & { onNavigate: (path: string) => void }

/** Creates the player and renders it in a root of its own, without remote code. */
export const openPlayer = (root: Pick<PageRoot, 'render'>, { onNavigate, ...options }: PlayerOptions): Playback => {
  const { session, toasts, events, queryClient } = options
  const playback = createPlayback(options)
  const handleTip = (target: TipTarget) => events.emit('tip.open', target)
  root.render(
    <StrictMode>
      <PlayerRoot {...{ playback, toasts, session, onNavigate, queryClient }} onTip={handleTip} />
    </StrictMode>,
  )
  return playback
}

interface PlayerRootProps {
  playback: Playback
  toasts: Toasts
  session: SessionStore
  queryClient: QueryClient
  onTip: (target: TipTarget) => void
  onNavigate: (path: string) => void
}

/** The player bar and the toasts. */
export function PlayerRoot({ playback, toasts, session, queryClient, onTip, onNavigate }: PlayerRootProps) {
  const snapshot = useStore(playback.player.state)
  const isSignedIn = useStore(session.user, (user) => user !== null)
  // Visitors cannot play anything.
  useEffect(() => (isSignedIn ? prefetchBar() : undefined), [isSignedIn])

  const handleTip = (target: TipTarget) => {
    if (session.user.get()) onTip(target)
    else toasts.show(loginRequired(LOG_IN_TO_TIP, signIn))
  }
  const handleNotLoaded = () => toasts.show(failureToast('That did not open'))

  return (
    <QueryClientProvider client={queryClient}>
      <Boundary subject={snapshot.episode?.id}>
        {snapshot.status !== 'empty' && (
          <PlayerViews
            {...{ playback, snapshot, onNavigate }}
            toast={toasts.show}
            onTip={handleTip}
            onNotLoaded={handleNotLoaded}
          />
        )}
      </Boundary>
      <Boundary>
        <ToastHost toasts={toasts} />
      </Boundary>
    </QueryClientProvider>
  )
}

const loadBar = async () => (await import(/* webpackChunkName: "player-bar" */ './player-bar.tsx')).PlayerBar
// In the chunk of the bar: the first tap on the bar must not wait.
const loadFullPlayer = async () => (await import(/* webpackChunkName: "player-bar" */ './full-player.tsx')).FullPlayer
const loadQueue = async () => (await import('./queue-sheet.tsx')).QueueSheet
const loadPlayback = async () => (await import('./playback-sheet.tsx')).PlaybackSheet

/** Before the user can play anything, because sound must never be without its controls. */
const prefetchBar = () => whenIdle(() => void loadBar().catch(() => undefined))

/** How often the connection came back. Each time, a failed chunk is requested again. */
const useReconnects = () => {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const handleOnline = () => setCount((before) => before + 1)
    window.addEventListener('online', handleOnline)
    return () => window.removeEventListener('online', handleOnline)
  }, [])
  return count
}

interface PlayerViewsProps extends Omit<PlayerViewProps, 'onSheet'>, Pick<FullPlayerProps, 'toast'> {
  onNotLoaded: () => void
}

/** The bar and the dialogs that it opens, each loaded on first use. */
function PlayerViews({ onNotLoaded, toast, ...view }: PlayerViewsProps) {
  const { playback, snapshot } = view
  const [isLarge, setIsLarge] = useState(false)
  const [sheet, setSheet] = useState<SheetName | null>(null)

  const handleNoSheet = () => {
    setSheet(null)
    onNotLoaded()
  }
  const PlayerBar = useOnDemand<PlayerBarProps>(loadBar, `${snapshot.episode?.id} ${useReconnects()}`, onNotLoaded)
  const FullPlayer = useOnDemand<FullPlayerProps>(loadFullPlayer, isLarge, () => {
    setIsLarge(false)
    onNotLoaded()
  })
  const QueueSheet = useOnDemand<SheetProps>(loadQueue, sheet === 'queue', handleNoSheet)
  const part = sheet === 'queue' ? null : sheet
  const PlaybackSheet = useOnDemand<PlaybackSheetProps>(loadPlayback, part !== null, handleNoSheet)
  const sheetProps = { playback, snapshot, onClose: () => setSheet(null) }

  return (
    <>
      {PlayerBar && <PlayerBar {...view} onSheet={setSheet} onEnlarge={() => setIsLarge(true)} />}
      {FullPlayer && (
        <FullPlayer {...view} toast={toast} open={isLarge} onClose={() => setIsLarge(false)} onSheet={setSheet} />
      )}
      {QueueSheet && <QueueSheet {...sheetProps} open={sheet === 'queue'} />}
      {PlaybackSheet && <PlaybackSheet {...sheetProps} open={part !== null} part={part ?? 'playback'} />}
    </>
  )
}

interface BoundaryProps {
  /** A new subject resets the boundary after a crash. */
  subject?: string | undefined
  children: ReactNode
}

/** Keeps a crash of the bar from the toasts, and the other way round. */
class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override componentDidUpdate(before: BoundaryProps) {
    if (this.state.hasFailed && before.subject !== this.props.subject) this.setState({ hasFailed: false })
  }
  override render = () => (this.state.hasFailed ? null : this.props.children)
}
