import {
  type Episode,
  GetEpisode,
  GetPodcast,
  ListPodcastEpisodes,
  ListPodcasts,
  ListPopularPodcasts,
} from '@griot/contracts/catalog'
import { read } from '@griot/shell-sdk/read'
import { useQuery } from '@tanstack/react-query'

export const POPULAR_SHOWN = 4

export const usePopular = (limit: number) => useQuery(read(ListPopularPodcasts, { query: { limit } }))

export const usePodcasts = (limit: number) => useQuery(read(ListPodcasts, { query: { limit } }))

export const usePodcast = (id: string) => useQuery(read(GetPodcast, { params: { id } }))

export const episodesOf = (podcastId: string) => read(ListPodcastEpisodes, { params: { id: podcastId } })

// An episode without audio may get it at any moment, from the studio: until then the answer does not keep for ever.
export const useEpisode = (id: string) =>
  useQuery({
    ...read(GetEpisode, { params: { id } }),
    staleTime: ({ state }) => (state.data?.audioUrl ? Number.POSITIVE_INFINITY : 0),
  })

export const useEpisodes = (podcastId: string) =>
  useQuery({
    ...episodesOf(podcastId),
    staleTime: ({ state }) => (state.data?.every(({ audioUrl }) => audioUrl) ? Number.POSITIVE_INFINITY : 0),
  })

/** Where a podcast begins: its lowest numbered episode that can be heard. */
export const firstEpisode = (episodes: readonly Episode[]) =>
  episodes
    .filter((episode) => episode.audioUrl !== null)
    .reduce<Episode | null>((first, next) => (first && first.episodeNumber < next.episodeNumber ? first : next), null)
