import { GetEpisode } from '@griot/contracts/catalog/episodes'
import { GetPodcast } from '@griot/contracts/catalog/podcasts'
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
export type EpisodeFacts = z.output<typeof ReadEpisode.response>

const ReadPodcast = { ...GetPodcast, response: GetPodcast.response.pick({ id: true, title: true, hostId: true }) }
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

/** Caches published, playable episodes and podcasts for 20 seconds. Other episodes are read each time. */
export const factsFromCatalog = (url: string): Facts => {
  const episodes = createCache<EpisodeFacts>(
    ({ isPublished, hasAudio, lengthSeconds }) => isPublished && hasAudio && lengthSeconds > 0,
  )
  const podcasts = createCache<PodcastFacts>(() => true)
  return {
    episode: (caller, id) => episodes(id, () => callService({ url, ...caller }, ReadEpisode, { params: { id } })),
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
