import { type Episode, ListEpisodes, ListPodcastEpisodes } from '@griot/contracts/catalog/episodes'
import type { Page } from '@griot/contracts/client'
import { ListHistory } from '@griot/contracts/library'
import { keyFor } from '@griot/contracts/query-key'
import { call, callForPage } from '@griot/shell-sdk/http'
import { queryOptions } from '@tanstack/react-query'

const ME = { params: { id: 'me' } } as const
const AT_A_TIME = 100
/** Of a longer podcast that was heard completely, the newest episode plays. */
const MAX_PAGES = 5
// No event says that a creator has published something.
const STALE_MS = 60_000

/** What “Listen” plays. `other`: the newest episode is completed, and this is the newest one that is not. */
export interface NextEpisode {
  kind: 'resume' | 'newest' | 'other'
  episode: Episode
  /** Seconds. */
  resumeAt?: number
}

/** The latest episode in progress, else the newest one that is not completed, else the newest. Null without one. */
export const nextEpisodeQuery = (podcastId: string, isSignedIn: boolean) => {
  const begun = { ...ME, query: { podcastId, state: 'begun', limit: 1 } } as const
  return queryOptions({
    // Begins with the key of the history, so that listening invalidates it.
    queryKey: [...keyFor(ListHistory, begun), 'next', isSignedIn],
    queryFn: async (): Promise<NextEpisode | null> => {
      const [entry] = isSignedIn ? await call(ListHistory, begun) : []
      // A service of an earlier release ignores the podcast.
      if (entry?.podcastId === podcastId) {
        const [episode] = await call(ListEpisodes, { query: { ids: entry.episodeId, limit: 1 } })
        if (episode?.audioUrl) return { kind: 'resume', episode, resumeAt: entry.positionSeconds }
      }
      return findNewest(podcastId, isSignedIn)
    },
    staleTime: STALE_MS,
  })
}

const findNewest = async (podcastId: string, isSignedIn: boolean): Promise<NextEpisode | null> => {
  let newest: Episode | undefined
  let cursor: string | null = null
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { items, next }: Page<Episode[]> = await callForPage(ListPodcastEpisodes, {
      params: { id: podcastId },
      query: { sort: 'newest' as const, limit: AT_A_TIME, ...(cursor !== null && { cursor }) },
    })
    const playable = items.filter(({ audioUrl }) => audioUrl !== null)
    newest ??= playable[0]
    const completed = isSignedIn ? await completedOf(playable) : new Set()
    const episode = playable.find(({ id }) => !completed.has(id))
    if (episode) return { kind: episode === newest ? 'newest' : 'other', episode }
    if (next === null) break
    cursor = next
  }
  return newest ? { kind: 'newest', episode: newest } : null
}

const completedOf = async (episodes: readonly Episode[]) => {
  if (episodes.length === 0) return new Set<string>()
  const episodeIds = episodes.map(({ id }) => id).join(',')
  const entries = await call(ListHistory, { ...ME, query: { episodeIds, limit: AT_A_TIME } })
  return new Set(entries.filter(({ completed }) => completed).map(({ episodeId }) => episodeId))
}
