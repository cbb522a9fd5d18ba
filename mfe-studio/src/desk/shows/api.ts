import { ListEpisodes, ListPodcastEpisodes } from '@griot/contracts/catalog/episodes'
import {
  FeaturePodcast,
  HideEpisode,
  HidePodcast,
  ListShows,
  RestoreEpisode,
  RestorePodcast,
  type ShowState,
  UnfeaturePodcast,
} from '@griot/contracts/catalog/moderation'
import { GetPodcast, ListPodcasts } from '@griot/contracts/catalog/podcasts'
import { RemoveMedia } from '@griot/contracts/media/moderation'
import { isReadOf } from '@griot/contracts/query-key'
import { ListReports } from '@griot/contracts/reports'
import { call } from '@griot/shell-sdk/http'
import { invalidate, type Reads } from '@griot/shell-sdk/mark-stale'
import { read, readPages } from '@griot/shell-sdk/read'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

interface ShowFilter {
  search: string
  state: ShowState | undefined
}

export const useShows = ({ search, state }: ShowFilter) =>
  useInfiniteQuery(readPages(ListShows, { query: { ...(search !== '' && { search }), ...(state && { state }) } }))

export const useShow = (id: string) => useQuery(read(GetPodcast, { params: { id } }))

export const useShowEpisodes = (id: string) =>
  useInfiniteQuery(readPages(ListPodcastEpisodes, { params: { id }, query: { include: 'unpublished', limit: 50 } }))

const ACTIONS = {
  hide: HidePodcast,
  restore: RestorePodcast,
  feature: FeaturePodcast,
  unfeature: UnfeaturePodcast,
  'hide-episode': HideEpisode,
  'restore-episode': RestoreEpisode,
  'remove-file': RemoveMedia,
} as const
export type ModerationAction = keyof typeof ACTIONS

/** The reads that moderation of a podcast or its episodes changes. */
export const readsOfModeration = (podcastId: string | null): Reads => [
  isReadOf(ListShows, {}),
  isReadOf(ListReports, {}),
  isReadOf(ListPodcasts, {}),
  isReadOf(ListEpisodes, {}),
  ...(podcastId === null
    ? []
    : [
        isReadOf(GetPodcast, { params: { id: podcastId } }),
        isReadOf(ListPodcastEpisodes, { params: { id: podcastId } }),
      ]),
]

/** Moderates a podcast, an episode or a file. The lists are read again afterwards, also after an error. */
export const useModerate = (action: ModerationAction, id: string, podcastId: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) => call(ACTIONS[action], { params: { id }, body: { reason } }),
    onSettled: () => invalidate(client, readsOfModeration(podcastId)),
  })
}
