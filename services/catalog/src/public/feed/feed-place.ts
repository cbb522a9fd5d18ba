import { audioPath } from '@griot/contracts/public-addresses'
import { absolute, feedUrl, type PublicOrigin } from '../public-origin.ts'

/** The addresses in a feed. A private feed has others than the public one of the show. */
export interface FeedPlace {
  selfUrl: string
  /** The whole address of a path. */
  at(path: string): string
  audioUrl(episodeId: string): string
  /** Directories must not list it. */
  isPrivate: boolean
}

export const publicFeed = (origin: PublicOrigin, podcastId: string): FeedPlace => ({
  selfUrl: feedUrl(origin, podcastId),
  at: (path) => absolute(origin, path),
  audioUrl: (episodeId) => absolute(origin, audioPath(episodeId)),
  isPrivate: false,
})
