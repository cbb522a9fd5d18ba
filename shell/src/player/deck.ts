import { GetPointsRules, type PointsRules } from '@griot/contracts/points'
import { keyFor } from '@griot/contracts/query-key'
import type { Bus, ShellEvents } from '@griot/shell-sdk/contract'
import { call } from '@griot/shell-sdk/http'
import { createStore, type Store } from '@griot/shell-sdk/store'
import type { QueryClient } from '@tanstack/react-query'
import type { SessionStore } from '../auth/session.ts'
import type { Toasts } from '../toasts/toasts.ts'
import type { Heard } from './earnings.ts'
import { createPlayer, type Player } from './engine.ts'
import { trackListening } from './listening.ts'
import { connectMediaSession } from './media-session.ts'
import { playInOneTab } from './one-tab.ts'
import { createPreferences, type PreferenceStore } from './preferences.ts'
import { createQueue, type PlayQueue } from './queue.ts'
import { createSleepTimer, type SleepTimer } from './sleep-timer.ts'
import { createUpNext, type UpNext } from './up-next.ts'

/** The player and everything that stands around it: what the bar shows and steers. */
export interface Deck {
  player: Player
  queue: PlayQueue
  upNext: UpNext
  sleepTimer: SleepTimer
  preferences: PreferenceStore
  heard: () => Heard | null
  /** Null until something plays, and when they could not be had. */
  rules: Store<PointsRules | null>
}

interface Around {
  session: SessionStore
  toasts: Toasts
  queryClient: QueryClient
  events: Bus<ShellEvents>
  player?: Player
}

/** Made once, outside React: no render error and no module can take it away. */
export const createDeck = ({ session, toasts, queryClient, events, player = createPlayer() }: Around): Deck => {
  const queue = createQueue(session.user)
  const sleepTimer = createSleepTimer(player)
  const preferences = createPreferences()
  // First of all who hears that an episode is over: its session ends before the next one begins.
  const { heard } = trackListening({ player, session, toasts, queryClient, events })
  const upNext = createUpNext({ player, queue, sleepTimer, preferences, toasts })
  connectMediaSession(player, upNext)
  playInOneTab(player)
  return { player, queue, upNext, sleepTimer, preferences, heard, rules: rulesOnceNeeded(player, queryClient) }
}

const rulesOnceNeeded = (player: Player, queryClient: QueryClient) => {
  const rules = createStore<PointsRules | null>(null)
  const stop = player.state.subscribe(() => {
    if (player.state.get().status !== 'playing') return
    stop()
    queryClient
      .fetchQuery({ queryKey: keyFor(GetPointsRules, {}), queryFn: () => call(GetPointsRules, {}) })
      .then(rules.set, (error: unknown) => console.error('the rules of points did not load', error))
  })
  return rules
}
