import type { TipTarget } from '@griot/shell-sdk/contract'
import { useStore } from '@griot/shell-sdk/react'
import { Component, type ReactNode } from 'react'
import type { SessionStore } from '../auth/session.ts'
import { ToastHost } from '../toasts/toast-host.tsx'
import type { Toasts } from '../toasts/toasts.ts'
import type { Player } from './engine.ts'
import { PlayerBar } from './player-bar.tsx'

interface PlayerRootProps {
  player: Player
  toasts: Toasts
  session: SessionStore
  onTip: (target: TipTarget) => void
}

/** What outlives the pages: the player bar and the toasts, in a React root of their own, without any remote's code. */
export function PlayerRoot({ player, toasts, session, onTip }: PlayerRootProps) {
  const snapshot = useStore(player.state)

  const handleTip = (target: TipTarget) => {
    if (session.user.get()) onTip(target)
    else toasts.show({ title: 'Login Required', description: 'Please log in to tip creators', tone: 'destructive' })
  }

  return (
    <>
      <OwnBoundary subject={snapshot.episode?.id}>
        {snapshot.status !== 'empty' && <PlayerBar player={player} snapshot={snapshot} onTip={handleTip} />}
      </OwnBoundary>
      <OwnBoundary>
        <ToastHost toasts={toasts} />
      </OwnBoundary>
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
