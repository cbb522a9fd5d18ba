import { GetEpisode, GetEpisodeNeighbours } from '@griot/contracts/catalog/episodes'
import { ApiError } from '@griot/contracts/errors'
import type { PlayerEpisode, PlayerMedia } from '@griot/shell-sdk/contract'
import { call } from '@griot/shell-sdk/http'
import { failureToast } from '@griot/ui/use-online'
import type { Toasts } from '../toasts/toasts.tsx'
import { isSounding } from './empty-player.ts'
import type { Player } from './engine.ts'
import type { PreferenceStore } from './preferences.ts'
import type { PlayQueue } from './queue.ts'
import type { SleepTimer } from './sleep-timer.ts'

const TIMEOUT_MS = 5000

/** The episode as it is now; null if it is deleted or has no audio. */
const findCurrent = async (id: string): Promise<PlayerEpisode | null> => {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const episode = await call(GetEpisode, { params: { id } }, { signal })
    return episode.audioUrl === null ? null : episode
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 410)) return null
    throw error
  }
}

/** The next episode of the podcast that has audio. */
const findFollowing = async ({ id }: PlayerEpisode): Promise<PlayerEpisode | null> => {
  const { next } = await call(GetEpisodeNeighbours, { params: { id } })
  return next === null || next.audioUrl !== null ? next : findFollowing(next)
}

interface Options {
  player: Player
  queue: PlayQueue
  sleepTimer: SleepTimer
  preferences: PreferenceStore
  toasts: Pick<Toasts, 'show'>
}

/** Chooses what plays after an episode. */
export const createUpNext = (
  { player, queue, sleepTimer, preferences, toasts }: Options,
  find = { findCurrent, findFollowing },
) => {
  /** Returns a function that returns whether the user has since chosen another episode, or pressed play or pause. */
  const watchUser = () => {
    const before = player.state.get()
    return () => {
      const now = player.state.get()
      return now.episode !== before.episode || isSounding(now) !== isSounding(before)
    }
  }

  const playFollowing = async () => {
    const { episode, podcast } = player.state.get()
    if (!episode || !podcast) return true
    const hasUserActed = watchUser()
    const following = await find.findFollowing(episode)
    if (following && !hasUserActed()) await player.load({ episode: following, podcast })
    return following !== null
  }

  /** Loads the episode again, because its audio may have changed. False if it is not available any more. */
  const playQueued = async (queued: PlayerMedia) => {
    const hasUserActed = watchUser()
    const current = await find.findCurrent(queued.episode.id).catch((error: unknown) => {
      console.error('the queued episode did not load, using the stored one', error)
      return queued.episode
    })
    if (hasUserActed()) return true
    if (current) {
      // Loading an episode removes it from the queue.
      await player.load({ ...queued, episode: current })
      return true
    }
    queue.remove(queued.episode.id)
    toasts.show({ title: 'Skipped', description: `“${queued.episode.title}” is no longer available.` })
    return false
  }

  /** Returns whether there is a next episode; without `orFollowing`, whether the queue has one. */
  const playNext = async (orFollowing: boolean) => {
    for (let [first] = queue.state.get(); first; [first] = queue.state.get()) {
      if (await playQueued(first)) return true
    }
    return orFollowing && playFollowing()
  }
  const logFailure = (error: unknown) => console.error('the next episode did not load', error)

  const skipToNext = async () => {
    try {
      if (await playNext(true)) return
      toasts.show({ title: 'No Next Episode', description: 'This is the last episode, and your queue is empty.' })
    } catch (error) {
      logFailure(error)
      toasts.show(failureToast('The next episode did not load'))
    }
  }

  player.onFinished(() => {
    if (!sleepTimer.takeEpisodeEnd()) playNext(preferences.state.get().autoplay).catch(logFailure)
  })
  player.state.subscribe(() => {
    const { episode } = player.state.get()
    if (episode && queue.state.get().some((queued) => queued.episode.id === episode.id)) queue.remove(episode.id)
  })

  return {
    /** Plays the first episode of the queue, or the next episode of the podcast. */
    next: skipToNext,
    jumpTo: playQueued,
  }
}

export type UpNext = ReturnType<typeof createUpNext>
