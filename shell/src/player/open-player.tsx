import type { Bus, ShellEvents } from '@griot/shell-sdk/contract'
import type { QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import type { SessionStore } from '../auth/session.ts'
import type { Toasts } from '../toasts/toasts.ts'
import { createDeck, type Deck } from './deck.ts'
import { PlayerRoot } from './player-root.tsx'

interface Around {
  session: SessionStore
  toasts: Toasts
  queryClient: QueryClient
  events: Bus<ShellEvents>
  onNavigate: (path: string) => void
}

/** Makes the player, and shows it in a root of its own, without remote code: whatever happens to the page, it stays. */
export const openPlayer = (root: Root, { onNavigate, ...around }: Around): Deck => {
  const { session, toasts, events } = around
  const deck = createDeck(around)
  root.render(
    <StrictMode>
      <PlayerRoot
        deck={deck}
        toasts={toasts}
        session={session}
        onTip={(target) => events.emit('tip.open', target)}
        onNavigate={onNavigate}
      />
    </StrictMode>,
  )
  return deck
}
