import {
  type Episode,
  type EpisodeOrder,
  GetEpisode,
  GetEpisodeNeighbours,
  ListEpisodes,
  ListNewestEpisodes,
  ListPodcastEpisodes,
} from '@griot/contracts/catalog/episodes'
import {
  type Category,
  GetPodcast,
  ListCategories,
  ListFeaturedPodcasts,
  ListPodcasts,
  ListPopularPodcasts,
  type Podcast,
} from '@griot/contracts/catalog/podcasts'
import { SearchCatalog } from '@griot/contracts/catalog/search'
import { call } from '@griot/shell-sdk/http'
import { read, readPages } from '@griot/shell-sdk/read'
import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { batchLoader, itemKey } from '../batch-loader.ts'

export const POPULAR_SHOWN = 4

export type Shelf = 'all' | 'trending' | Category

/** The podcasts of a shelf, page by page. Keeps the previous shelf while the next one loads. */
export const useShelf = (shelf: Shelf) => {
  const pages =
    shelf === 'trending'
      ? readPages(ListPopularPodcasts, { query: { limit: 30, trending: 'true' } })
      : readPages(ListPodcasts, { query: { limit: 30, ...(shelf !== 'all' && { category: shelf }) } })
  return useInfiniteQuery({ ...pages, placeholderData: keepPreviousData })
}

// There is no event for a publication.
const STALE_MS = 60_000

/** The best results of each kind. Keeps the previous ones while the next ones load. */
export const useSearchResult = (search: string) =>
  useQuery({
    ...read(SearchCatalog, { query: { q: search, limit: 50 } }),
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
  })

export const useCategories = () => useQuery({ ...read(ListCategories, {}), staleTime: STALE_MS })

export const useTrending = (limit: number) =>
  useQuery(read(ListPopularPodcasts, { query: { limit, trending: 'true' } }))

export const usePopular = (limit: number) => useQuery(read(ListPopularPodcasts, { query: { limit } }))

/** The podcasts that admins feature. */
export const useFeatured = (limit: number) =>
  useQuery({ ...read(ListFeaturedPodcasts, { query: { limit } }), staleTime: STALE_MS })

export const usePodcasts = (limit: number, enabled = true) =>
  useQuery({ ...read(ListPodcasts, { query: { limit } }), enabled })

export const usePodcast = (id: string) => useQuery(read(GetPodcast, { params: { id } }))

// The studio may add audio to an episode at any time, so an episode without audio is always stale.
const staleTimeOf = (episodes: readonly (Episode | null | undefined)[] | undefined) =>
  episodes?.every((episode) => episode?.audioUrl) ? Number.POSITIVE_INFINITY : 0

export const useEpisode = (id: string) =>
  useQuery({ ...read(GetEpisode, { params: { id } }), staleTime: ({ state }) => staleTimeOf([state.data]) })

const loadEpisode = batchLoader<Episode>(
  (ids) => call(ListEpisodes, { query: { ids, limit: 100 } }),
  ({ id }) => id,
)
const loadPodcast = batchLoader<Podcast>(
  (ids) => call(ListPodcasts, { query: { ids, limit: 100 } }),
  ({ id }) => id,
)

/** An episode of a list row; null if it was deleted. The rows of a list share one request. */
export const listedEpisodeQuery = (id: string) =>
  queryOptions({
    queryKey: itemKey(ListEpisodes, { query: { ids: id } }),
    queryFn: () => loadEpisode(id),
    staleTime: ({ state }) => staleTimeOf([state.data]),
  })

export const useListedEpisode = (id: string) => useQuery(listedEpisodeQuery(id))

/** A podcast of a list row; null if it was deleted. The rows of a list share one request. */
export const useListedPodcast = (id: string) =>
  useQuery({ queryKey: itemKey(ListPodcasts, { query: { ids: id } }), queryFn: () => loadPodcast(id) })

export const useEpisodesOf = (podcastId: string, sort: EpisodeOrder) =>
  useInfiniteQuery({
    ...readPages(ListPodcastEpisodes, { params: { id: podcastId }, query: { sort, limit: 50 } }),
    staleTime: ({ state }) => staleTimeOf(state.data?.pages.flatMap(({ items }) => items)),
    // Keeps the list while the same episodes load in another order.
    placeholderData: keepPreviousData,
  })

export const useAdjacentEpisodes = (episodeId: string) =>
  useQuery(read(GetEpisodeNeighbours, { params: { id: episodeId } }))

/** The newest playable episode of each podcast. */
export const newestEpisodesQuery = (podcastIds: readonly string[], limit: number) =>
  queryOptions({
    ...read(ListNewestEpisodes, { query: { podcastIds: podcastIds.join(','), limit } }),
    enabled: podcastIds.length > 0,
    staleTime: STALE_MS,
  })
