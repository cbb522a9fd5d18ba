import type { PlayerEpisode, PlayerMedia, PlayerState } from '@griot/shell-sdk/contract'
import type { Toasts } from '../toasts/toasts.ts'
import type { Player } from './engine.ts'
import type { PreferenceStore } from './preferences.ts'
import type { PlayQueue } from './queue.ts'
import type { SleepTimer } from './sleep-timer.ts'

export type FindFollowing = (episode: PlayerEpisode) => Promise<PlayerEpisode | null>
/** The episode as it is now; null when it is gone, or can no longer be heard. */
export type FindCurrent = (episodeId: string) => Promise<PlayerEpisode | null>

interface Around {
  player: Player
  queue: PlayQueue
  sleepTimer: SleepTimer
  preferences: PreferenceStore
  toasts: Pick<Toasts, 'show'>
  findFollowing?: FindFollowing
  findCurrent?: FindCurrent
}

export interface UpNext {
  /** Plays what is queued first, else the next episode of the show. Nothing happens when there is none. */
  next(): Promise<void>
  /** Plays something out of the queue before its turn. */
  jumpTo(queued: PlayerMedia): Promise<void>
}

/** Decides what plays when an episode is over, or has been heard enough of. */
export const createUpNext = ({
  player,
  queue,
  sleepTimer,
  preferences,
  toasts,
  findFollowing = findInCatalogue,
  findCurrent = askCatalogue,
}: Around): UpNext => {
  /** Whether the person has, since this was asked, neither chosen something else nor pressed play or pause. */
  const watchForChoice = () => {
    const before = player.state.get()
    return () => {
      const now = player.state.get()
      return now.episode !== before.episode || isSounding(now) !== isSounding(before)
    }
  }

  const playFollowing = async () => {
    const { episode, podcast } = player.state.get()
    if (!episode || !podcast) return
    const hasChosen = watchForChoice()
    const following = await findFollowing(episode)
    if (following && !hasChosen()) await player.load({ episode: following, podcast })
  }

  /** What was queued an hour ago may have other audio by now, or none. Answers whether it plays, or need not any more. */
  const playQueued = async (queued: PlayerMedia) => {
    const hasChosen = watchForChoice()
    const current = await findCurrent(queued.episode.id).catch((error: unknown) => {
      console.error('the facts of what is queued are not known', error)
      return queued.episode
    })
    if (hasChosen()) return true
    if (current) {
      // Being loaded takes it out of the queue.
      await player.load({ ...queued, episode: current })
      return true
    }
    queue.remove(queued.episode.id)
    toasts.show({ title: 'Skipped', description: `“${queued.episode.title}” is not available any more.` })
    return false
  }

  const play = async (orFollowing: boolean) => {
    try {
      for (let [first] = queue.state.get(); first; [first] = queue.state.get()) {
        if (await playQueued(first)) return
      }
      if (orFollowing) await playFollowing()
    } catch (error) {
      console.error('what comes next is not known', error)
    }
  }

  player.onFinished(() => {
    if (!sleepTimer.takeEpisodeEnd()) void play(preferences.state.get().autoplay)
  })
  player.state.subscribe(() => {
    const { episode } = player.state.get()
    if (episode && queue.state.get().some((queued) => queued.episode.id === episode.id)) queue.remove(episode.id)
  })

  return {
    next: () => play(true),
    jumpTo: async (queued) => {
      await playQueued(queued)
    },
  }
}

const isSounding = ({ status }: Pick<PlayerState, 'status'>) =>
  status === 'playing' || status === 'loading' || status === 'buffering'

// The catalogue is asked when an episode is over: what it takes to ask need not be there before the first page.
const findInCatalogue: FindFollowing = async (episode) => (await import('./ask-catalogue.ts')).findFollowing(episode)
const askCatalogue: FindCurrent = async (id) => (await import('./ask-catalogue.ts')).findCurrent(id)
