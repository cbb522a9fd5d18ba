import {
  type Episode,
  type EpisodeOrder,
  GetEpisode,
  GetEpisodeNeighbours,
  ListEpisodes,
  ListPodcastEpisodes,
} from '@griot/contracts/catalog/episodes'
import { GetPodcast, ListPodcasts, ListPopularPodcasts, type Podcast } from '@griot/contracts/catalog/podcasts'
import { call } from '@griot/shell-sdk/http'
import { read } from '@griot/shell-sdk/read'
import { readPages } from '@griot/shell-sdk/read-pages'
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { keyOfOne, together } from '../together.ts'

export const POPULAR_SHOWN = 4

const EPISODES_AT_A_TIME = 50
/** Of a podcast's first episodes: one of them can be heard, unless its creator has a reason. */
const FIRST_ONES = 20

export const usePopular = (limit: number) => useQuery(read(ListPopularPodcasts, { query: { limit } }))

export const usePodcasts = (limit: number) => useQuery(read(ListPodcasts, { query: { limit } }))

export const usePodcast = (id: string) => useQuery(read(GetPodcast, { params: { id } }))

// An episode without audio may get it at any moment, from the studio: until then the answer does not keep for ever.
const keepsFor = (episodes: readonly (Episode | null)[] | undefined) =>
  episodes?.every((episode) => episode?.audioUrl) ? Number.POSITIVE_INFINITY : 0

export const useEpisode = (id: string) =>
  useQuery({
    ...read(GetEpisode, { params: { id } }),
    staleTime: ({ state }) => keepsFor(state.data && [state.data]),
  })

const episodeOfMany = together<Episode>(
  (ids) => call(ListEpisodes, { query: { ids, limit: 100 } }),
  ({ id }) => id,
)
const podcastOfMany = together<Podcast>(
  (ids) => call(ListPodcasts, { query: { ids, limit: 100 } }),
  ({ id }) => id,
)

/** An episode as a row of a list shows it; null when it is gone. All rows of a list ask in one call. */
export const useListedEpisode = (id: string) =>
  useQuery({
    queryKey: keyOfOne(ListEpisodes, { query: { ids: id } }),
    queryFn: () => episodeOfMany(id),
    staleTime: ({ state }) => keepsFor(state.data === undefined ? undefined : [state.data]),
  })

/** A podcast as a row of a list shows it; null when it is gone. All rows of a list ask in one call. */
export const useListedPodcast = (id: string) =>
  useQuery({ queryKey: keyOfOne(ListPodcasts, { query: { ids: id } }), queryFn: () => podcastOfMany(id) })

export const useEpisodesOf = (podcastId: string, sort: EpisodeOrder) =>
  useInfiniteQuery({
    ...readPages(ListPodcastEpisodes, { params: { id: podcastId }, query: { sort, limit: EPISODES_AT_A_TIME } }),
    staleTime: ({ state }) => keepsFor(state.data?.pages.flatMap(({ items }) => items)),
    // Another order of the same podcast: what is there stays until it has come.
    placeholderData: (previous) => previous,
  })

export const useNeighbours = (episodeId: string) => useQuery(read(GetEpisodeNeighbours, { params: { id: episodeId } }))

/** The episodes that a podcast begins with. */
export const firstEpisodesOf = (podcastId: string) =>
  queryOptions({
    ...read(ListPodcastEpisodes, { params: { id: podcastId }, query: { sort: 'oldest', limit: FIRST_ONES } }),
    staleTime: ({ state }) => keepsFor(state.data),
  })

/** Where a podcast begins: its lowest numbered episode that can be heard. */
export const firstEpisode = (episodes: readonly Episode[]) =>
  episodes.find((episode) => episode.audioUrl !== null) ?? null
