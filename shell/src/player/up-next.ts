import { ListPodcastEpisodes } from '@griot/contracts/catalog'
import { callForPage } from '@griot/contracts/client'
import type { PlayerEpisode } from '@griot/shell-sdk/contract'
import type { Player } from './engine.ts'
import type { PreferenceStore } from './preferences.ts'
import type { PlayQueue } from './queue.ts'
import type { SleepTimer } from './sleep-timer.ts'

type FindFollowing = (episode: PlayerEpisode) => Promise<PlayerEpisode | null>

interface Around {
  player: Player
  queue: PlayQueue
  sleepTimer: SleepTimer
  preferences: PreferenceStore
  findFollowing?: FindFollowing
}

export interface UpNext {
  /** Plays what is queued first, else the next episode of the show. Nothing happens when there is none. */
  next(): Promise<void>
}

/** Decides what plays when an episode is over, or has been heard enough of. */
export const createUpNext = ({
  player,
  queue,
  sleepTimer,
  preferences,
  findFollowing = findInCatalogue,
}: Around): UpNext => {
  const playFollowing = async () => {
    const { episode, podcast, status } = player.state.get()
    if (!episode || !podcast) return
    const following = await findFollowing(episode)
    // Meanwhile the person may have chosen something else, or pressed play again.
    const now = player.state.get()
    if (following && now.episode === episode && now.status === status) {
      await player.load({ episode: following, podcast })
    }
  }

  const next = async () => {
    const queued = queue.take()
    try {
      await (queued ? player.load(queued) : playFollowing())
    } catch (error) {
      console.error('what comes next is not known', error)
    }
  }

  player.onFinished(() => {
    if (sleepTimer.takeEpisodeEnd()) return
    if (queue.state.get().length > 0 || preferences.state.get().autoplay) void next()
  })
  player.state.subscribe(() => {
    const { episode } = player.state.get()
    if (episode && queue.state.get().some((queued) => queued.episode.id === episode.id)) queue.remove(episode.id)
  })

  return { next }
}

/** The episode with the next higher number that can be heard. Asked for when it is needed: shows grow. */
const findInCatalogue: FindFollowing = async ({ id, podcastId }) => {
  const newer: (PlayerEpisode & { episodeNumber: number })[] = []
  let cursor: string | null = null
  do {
    const query = { limit: 100, ...(cursor !== null && { cursor }) }
    const page: Awaited<ReturnType<typeof callForPage<typeof ListPodcastEpisodes>>> = await callForPage(
      ListPodcastEpisodes,
      { params: { id: podcastId }, query },
    )
    for (const episode of page.items) {
      if (episode.id === id) return newer.findLast(({ audioUrl }) => audioUrl !== null) ?? null
      newer.push(episode)
    }
    cursor = page.next
  } while (cursor !== null)
  return null
}
