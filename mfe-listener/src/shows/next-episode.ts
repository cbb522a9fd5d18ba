import { type Episode, type EpisodeOrder, ListEpisodes, ListPodcastEpisodes } from '@griot/contracts/catalog/episodes'
import type { Podcast } from '@griot/contracts/catalog/podcasts'
import type { Page } from '@griot/contracts/client'
import { ListHistory } from '@griot/contracts/library'
import { keyFor } from '@griot/contracts/query-key'
import { call, callForPage } from '@griot/shell-sdk/http'
import { queryOptions } from '@tanstack/react-query'

const ME = { params: { id: 'me' } } as const
const AT_A_TIME = 100
/** Of a longer podcast that was heard completely, the first episode in its order plays. */
const MAX_PAGES = 5
// There is no event for a publication.
const STALE_MS = 60_000

/**
 * The episode that “Listen” plays. `newest` is the first one in the order of an episodic podcast, `oldest` that of a
 * serial one. `other`: that one is completed, and this is the next one that is not.
 */
export interface NextEpisode {
  kind: 'resume' | 'newest' | 'oldest' | 'other'
  episode: Episode
  /** Seconds. */
  resumeAt?: number
}

/** The order in which a podcast is heard. A service of an earlier release returns no kind. */
export const orderOf = ({ kind }: Pick<Podcast, 'kind'>) => (kind === 'serial' ? 'oldest' : 'newest')

/**
 * The latest episode in progress, else the first one that is not completed, else the first. An episodic podcast begins
 * with its newest episode, a serial one with its oldest. Null without an episode.
 */
export const nextEpisodeQuery = (podcast: Podcast, isSignedIn: boolean) => {
  const { id: podcastId } = podcast
  const order = orderOf(podcast)
  const begun = { ...ME, query: { podcastId, state: 'begun', limit: 1 } } as const
  return queryOptions({
    // Begins with the key of the history, so that listening invalidates it.
    queryKey: [...keyFor(ListHistory, begun), 'next', order, isSignedIn],
    queryFn: async (): Promise<NextEpisode | null> => {
      const [entry] = isSignedIn ? await call(ListHistory, begun) : []
      // A service of an earlier release ignores the podcast.
      if (entry?.podcastId === podcastId) {
        const [episode] = await call(ListEpisodes, { query: { ids: entry.episodeId, limit: 1 } })
        if (episode?.audioUrl) return { kind: 'resume', episode, resumeAt: entry.positionSeconds }
      }
      return findUnheard(podcastId, order, isSignedIn)
    },
    staleTime: STALE_MS,
  })
}

const findUnheard = async (
  podcastId: string,
  sort: EpisodeOrder & NextEpisode['kind'],
  isSignedIn: boolean,
): Promise<NextEpisode | null> => {
  let first: Episode | undefined
  let cursor: string | null = null
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { items, next }: Page<Episode[]> = await callForPage(ListPodcastEpisodes, {
      params: { id: podcastId },
      query: { sort, limit: AT_A_TIME, ...(cursor !== null && { cursor }) },
    })
    const playable = items.filter(({ audioUrl }) => audioUrl !== null)
    first ??= playable[0]
    const completed = isSignedIn ? await completedOf(playable) : new Set()
    const episode = playable.find(({ id }) => !completed.has(id))
    if (episode) return { kind: episode === first ? sort : 'other', episode }
    if (next === null) break
    cursor = next
  }
  return first ? { kind: sort, episode: first } : null
}

const completedOf = async (episodes: readonly Episode[]) => {
  if (episodes.length === 0) return new Set<string>()
  const episodeIds = episodes.map(({ id }) => id).join(',')
  const entries = await call(ListHistory, { ...ME, query: { episodeIds, limit: AT_A_TIME } })
  return new Set(entries.filter(({ completed }) => completed).map(({ episodeId }) => episodeId))
}
