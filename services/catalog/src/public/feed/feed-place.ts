import { audioPath, privateAudioPath, privateFeedPath } from '@griot/contracts/public-addresses'
import { absolute, feedUrl, type PublicOrigin } from '../public-origin.ts'

/** The addresses in a feed. A private feed has others than the public one of the show. */
export interface FeedPlace {
  selfUrl: string
  /** The whole address of a path. */
  at(path: string): string
  audioUrl(episodeId: string): string
  /** Directories must not list it. */
  isPrivate: boolean
  notified: NotifiedServices
}

/** The services that are notified of changes of public feeds. Feeds name them. */
export interface NotifiedServices {
  /** Of WebSub. */
  hubs: readonly string[]
  usesPodping: boolean
}

export const NOTIFIES_NONE: NotifiedServices = { hubs: [], usesPodping: false }

export const publicFeed = (origin: PublicOrigin, notified: NotifiedServices, podcastId: string): FeedPlace => ({
  selfUrl: feedUrl(origin, podcastId),
  at: (path) => absolute(origin, path),
  audioUrl: (episodeId) => absolute(origin, audioPath(episodeId)),
  isPrivate: false,
  notified,
})

/** `token` is that of one listener. */
export const privateFeed = (origin: PublicOrigin, podcastId: string, token: string): FeedPlace => ({
  selfUrl: absolute(origin, privateFeedPath(podcastId, token)),
  at: (path) => absolute(origin, path),
  audioUrl: (episodeId) => absolute(origin, privateAudioPath(token, episodeId)),
  isPrivate: true,
  notified: NOTIFIES_NONE,
})
