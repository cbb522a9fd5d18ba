import type { TipTarget } from '@griot/shell-sdk/contract'
import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { useStore } from '@griot/shell-sdk/react'
import { Component, type ReactNode, useEffect, useState } from 'react'
import type { SessionStore } from '../auth/session.ts'
import { ToastHost } from '../toasts/toast-host.tsx'
import type { Toasts } from '../toasts/toasts.ts'
import { whenIdle } from '../when-idle.ts'
import type { Deck } from './deck.ts'
import type { PlayerSnapshot } from './engine.ts'
import type { SheetName } from './extras.tsx'
import type { FullPlayerProps } from './full-player.tsx'
import type { SheetProps } from './playback-sheet.tsx'
import type { PlayerBarProps } from './player-bar.tsx'

interface PlayerRootProps {
  deck: Deck
  toasts: Toasts
  session: SessionStore
  onTip: (target: TipTarget) => void
  onNavigate: (path: string) => void
}

/** What outlives the pages: the player bar and the toasts, in a React root of their own, without any remote's code. */
export function PlayerRoot({ deck, toasts, session, onTip, onNavigate }: PlayerRootProps) {
  const snapshot = useStore(deck.player.state)
  const isSignedIn = useStore(session.user, (user) => user !== null)
  // Visitors are shown nothing that plays.
  useEffect(() => (isSignedIn ? fetchBarInTime() : undefined), [isSignedIn])

  const handleTip = (target: TipTarget) => {
    if (session.user.get()) onTip(target)
    else toasts.show({ title: 'Login Required', description: 'Please log in to tip creators', tone: 'destructive' })
  }
  const handleNotLoaded = () =>
    toasts.show({ title: 'That did not open', description: 'Please try again.', tone: 'destructive' })

  return (
    <>
      <OwnBoundary subject={snapshot.episode?.id}>
        {snapshot.status !== 'empty' && (
          <PlayerViews
            deck={deck}
            snapshot={snapshot}
            onTip={handleTip}
            onNavigate={onNavigate}
            onNotLoaded={handleNotLoaded}
          />
        )}
      </OwnBoundary>
      <OwnBoundary>
        <ToastHost toasts={toasts} />
      </OwnBoundary>
    </>
  )
}

const loadBar = async () => (await import(/* webpackChunkName: "player-bar" */ './player-bar.tsx')).PlayerBar
const loadFullPlayer = async () => (await import('./full-player.tsx')).FullPlayer
const loadQueue = async () => (await import('./queue-sheet.tsx')).QueueSheet
const loadPlayback = async () => (await import('./playback-sheet.tsx')).PlaybackSheet

/** Not before the first page is there, and before anybody can want it: a sound must never be without its controls. */
const fetchBarInTime = () => whenIdle(() => void loadBar().catch(() => undefined))

/** How often the connection came back: each time is another chance for what did not load. */
const useTimesOnline = () => {
  const [times, setTimes] = useState(0)
  useEffect(() => {
    const count = () => setTimes((before) => before + 1)
    window.addEventListener('online', count)
    return () => window.removeEventListener('online', count)
  }, [])
  return times
}

interface PlayerViewsProps {
  deck: Deck
  snapshot: PlayerSnapshot
  onTip: (target: TipTarget) => void
  onNavigate: (path: string) => void
  onNotLoaded: () => void
}

/** The bar, and what it opens: fetched when it is wanted for the first time. */
function PlayerViews({ onNotLoaded, ...view }: PlayerViewsProps) {
  const { deck, snapshot } = view
  const [isLarge, setIsLarge] = useState(false)
  const [sheet, setSheet] = useState<SheetName | null>(null)

  const handleNoFullPlayer = () => {
    setIsLarge(false)
    onNotLoaded()
  }
  const handleNoSheet = () => {
    setSheet(null)
    onNotLoaded()
  }
  const PlayerBar = useOnDemand<PlayerBarProps>(loadBar, `${snapshot.episode?.id} ${useTimesOnline()}`, onNotLoaded)
  const FullPlayer = useOnDemand<FullPlayerProps>(loadFullPlayer, isLarge, handleNoFullPlayer)
  const QueueSheet = useOnDemand<SheetProps>(loadQueue, sheet === 'queue', handleNoSheet)
  const PlaybackSheet = useOnDemand<SheetProps>(loadPlayback, sheet === 'playback', handleNoSheet)
  const sheetProps = { deck, snapshot, onClose: () => setSheet(null) }

  return (
    <>
      {PlayerBar && <PlayerBar {...view} onSheet={setSheet} onEnlarge={() => setIsLarge(true)} />}
      {FullPlayer && <FullPlayer {...view} open={isLarge} onClose={() => setIsLarge(false)} onSheet={setSheet} />}
      {QueueSheet && <QueueSheet {...sheetProps} open={sheet === 'queue'} />}
      {PlaybackSheet && <PlaybackSheet {...sheetProps} open={sheet === 'playback'} />}
    </>
  )
}

interface BoundaryProps {
  /** What is shown: after a crash, a new subject is a new chance. */
  subject?: string | undefined
  children: ReactNode
}

/** The bar and the toasts cannot take each other down. */
class OwnBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override componentDidUpdate(before: BoundaryProps) {
    if (this.state.hasFailed && before.subject !== this.props.subject) this.setState({ hasFailed: false })
  }
  override render = () => (this.state.hasFailed ? null : this.props.children)
}
