import { GetEpisode } from '@griot/contracts/catalog/episodes'
import { GetPodcast } from '@griot/contracts/catalog/podcasts'
import { ReadMakers } from '@griot/service-kit/catalog/makers'
import { callService } from '@griot/service-kit/http/call-service'
import { refused } from '@griot/service-kit/http/errors'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'

// Only the fields that are used: a newer or older catalog may return other fields differently.
const ReadEpisode = {
  ...GetEpisode,
  response: GetEpisode.response
    .pick({
      id: true,
      title: true,
      podcastId: true,
      hostId: true,
      status: true,
      audioUrl: true,
      duration: true,
      audioSha256: true,
      audioFileId: true,
    })
    .transform(({ status, audioUrl, duration, ...episode }) => ({
      ...episode,
      /** Only its creator and admins see an unpublished episode. */
      isPublished: status === 'published',
      hasAudio: audioUrl !== null,
      /** 0 if unknown. */
      lengthSeconds: duration,
    })),
}
type ReadFacts = z.output<typeof ReadEpisode.response>

export interface EpisodeFacts extends ReadFacts {
  /** The users whose own show this is. Not read for an unpublished episode, which earns nothing. */
  makerIds: readonly string[]
}

const ReadPodcast = {
  ...GetPodcast,
  response: GetPodcast.response.pick({ id: true, title: true, hostId: true, isListed: true }),
}
export type PodcastFacts = z.output<typeof ReadPodcast.response>

/** Reads from the catalog service; undefined if the episode or podcast does not exist. */
export interface Facts {
  episode(caller: CatalogCaller, id: string): Promise<EpisodeFacts | undefined>
  podcast(caller: CatalogCaller, id: string): Promise<PodcastFacts | undefined>
}

/** Throws unless the episode belongs to the podcast. */
export const requirePodcast = (episode: Pick<EpisodeFacts, 'podcastId'>, podcastId: string) => {
  if (episode.podcastId !== podcastId)
    throw refused('episode.other_podcast', 'That episode belongs to another podcast.')
}

/** The identity token of the caller, forwarded to catalog. */
export interface CatalogCaller {
  token: string
  requestId: string
}

const CACHED_MS = 20_000
const MOST_CACHED = 10_000

/**
 * Caches for 20 seconds: published, playable episodes, podcasts that everyone sees, and their makers. Others are read each
 * time, because only some callers see them.
 * A new editor is therefore a listener for 20 seconds more at most.
 */
export const factsFromCatalog = (url: string): Facts => {
  const episodes = createCache<ReadFacts>(
    ({ isPublished, hasAudio, lengthSeconds }) => isPublished && hasAudio && lengthSeconds > 0,
  )
  const podcasts = createCache<PodcastFacts>(({ isListed = true }) => isListed)
  const makers = createCache<string[]>(() => true)
  /** A catalog of the previous release has no other makers than the host. */
  const readMakers = async (caller: CatalogCaller, { podcastId, hostId }: ReadFacts) => {
    const known = await makers(podcastId, async () => {
      const response = await callService({ url, ...caller }, ReadMakers, { params: { id: podcastId } })
      return response?.userIds
    })
    return known ?? [hostId]
  }
  return {
    episode: async (caller, id) => {
      const episode = await episodes(id, () => callService({ url, ...caller }, ReadEpisode, { params: { id } }))
      if (episode === undefined) return undefined
      return { ...episode, makerIds: episode.isPublished ? await readMakers(caller, episode) : [episode.hostId] }
    },
    podcast: (caller, id) => podcasts(id, () => callService({ url, ...caller }, ReadPodcast, { params: { id } })),
  }
}

const createCache = <Fact extends object>(isCacheable: (fact: Fact) => boolean) => {
  const cache = new LRUCache<string, Fact>({ max: MOST_CACHED, ttl: CACHED_MS })
  return async (id: string, read: () => Promise<Fact | undefined>) => {
    const cached = cache.get(id)
    if (cached !== undefined) return cached
    const fact = await read()
    if (fact !== undefined && isCacheable(fact)) cache.set(id, fact)
    return fact
  }
}
