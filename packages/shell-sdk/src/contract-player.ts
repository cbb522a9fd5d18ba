import type { Episode } from '@griot/contracts/catalog/episodes'
import type { Podcast } from '@griot/contracts/catalog/podcasts'
import type { Store } from './store.ts'

/** Controls playback. The audio element stays in the shell. */
export interface PlayerApi {
  state: Store<PlayerState>
  /** Loads and plays. Call it in a click handler; otherwise the browser may block playback. */
  load(media: PlayerMedia): Promise<void>
  play(): void
  pause(): void
  /** Seconds from the start; ignored outside the episode. */
  seek(seconds: number): void
  queue: QueueApi
}

/** The episodes after the loaded one. Each episode occurs once. */
export interface QueueApi {
  /** Next episode first. */
  state: Store<readonly PlayerMedia[]>
  playNext(media: PlayerMedia): void
  /** Appends the episode, unless it is already in the queue. */
  add(media: PlayerMedia): void
  remove(episodeId: string): void
}

export interface PlayerMedia {
  episode: PlayerEpisode
  podcast: PlayerPodcast
  /** Start in seconds, for a shared link. Replaces any stored position. */
  startAt?: number
  /** Last known position in seconds. A newer position of another device replaces it. */
  resumeAt?: number
}

/** Compatible with a response of the catalog. */
export type PlayerEpisode = Pick<Episode, 'id' | 'podcastId' | 'title' | 'audioUrl' | 'duration'>
export type PlayerPodcast = Pick<Podcast, 'id' | 'title' | 'hostId' | 'hostName' | 'coverImage'>

export interface PlayerState {
  status: 'empty' | 'loading' | 'playing' | 'paused' | 'buffering' | 'failed'
  episode: PlayerEpisode | null
  podcast: PlayerPodcast | null
  /** Seconds. */
  position: number
  /** Seconds; 0 until known. */
  duration: number
  /** 0 to 100. */
  volume: number
  muted: boolean
}
