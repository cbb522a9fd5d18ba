import { GetPointsRules, type PointsRules } from '@griot/contracts/points'
import { keyFor } from '@griot/contracts/query-key'
import { call } from '@griot/shell-sdk/http'
import { askBeforeLeaving } from './ask-before-leaving.ts'
import { createCurrentChapters, watchChapters } from './current-chapters.ts'
import { createPlayer } from './engine.ts'
import { type ListeningOptions, pendingPoints, trackListening } from './listening.ts'
import { connectMediaSession } from './media-session.ts'
import { playInOneTab } from './one-tab.ts'
import { createPreferences } from './preferences.ts'
import { createQueue } from './queue.ts'
import { connectSavedPlayer } from './saved-player.ts'
import { createSleepTimer } from './sleep-timer.ts'
import { createUpNext } from './up-next.ts'

/** The player and its services, for the views. */
export type Playback = ReturnType<typeof createPlayback>

/** Created once, outside React, so that no render error and no module can stop it. */
export const createPlayback = (options: Omit<ListeningOptions, 'player' | 'onSessionGone'>) => {
  const player = createPlayer()
  const queue = createQueue(options.session.user)
  const sleepTimer = createSleepTimer(player)
  const preferences = createPreferences()
  // The first subscriber to the end of an episode: its session must end before the next one starts.
  const { heard } = trackListening({ ...options, player, onSessionGone: () => saved.sync() })
  const upNext = createUpNext({ player, queue, sleepTimer, preferences, toasts: options.toasts })
  const chapters = createCurrentChapters(player, watchChapters(options.queryClient))
  connectMediaSession(player, upNext, chapters)
  playInOneTab(player)
  askBeforeLeaving(player)
  const saved = connectSavedPlayer({ player, queue, session: options.session })

  const queryKey = keyFor(GetPointsRules, {})
  /** Null until something plays, and if they failed to load. */
  const rules = () => options.queryClient.getQueryData<PointsRules>(queryKey) ?? null
  const stop = player.state.subscribe(() => {
    if (player.state.get().status !== 'playing') return
    stop()
    const queryFn = () => call(GetPointsRules, {})
    // Nothing subscribes to them, so the client would drop them after five minutes.
    void options.queryClient.prefetchQuery({ queryKey, queryFn, gcTime: Number.POSITIVE_INFINITY })
  })
  const pending = () => pendingPoints(options.queryClient)
  return { player, queue, upNext, sleepTimer, preferences, chapters, heard, rules, pending }
}
