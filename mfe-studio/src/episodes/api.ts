import {
  CreateEpisode,
  DeleteEpisode,
  type Episode,
  type EpisodeStatus,
  GetEpisode,
  ListEpisodes,
  ListPodcastEpisodes,
  UpdateEpisode,
} from '@griot/contracts/catalog/episodes'
import { GetPodcast } from '@griot/contracts/catalog/podcasts'
import type { BodyOf } from '@griot/contracts/endpoint'
import { isReadOf, keyFor } from '@griot/contracts/query-key'
import { call } from '@griot/shell-sdk/http'
import { read } from '@griot/shell-sdk/read'
import { readPages } from '@griot/shell-sdk/read-pages'
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { readAllPages } from '../all-pages.ts'

const MINE = { query: { hostId: 'me', limit: 100 } } as const

/** All of one's episodes, so that whoever looks for one finds it. */
export const useMyEpisodes = () =>
  useQuery({
    queryKey: keyFor(ListEpisodes, MINE),
    queryFn: ({ signal }) => readAllPages(ListEpisodes, MINE, signal),
  })

const SOON_MS = 60_000
const ASK_EVERY_MS = 3_000

/** It will be published without anybody doing anything, perhaps in a moment. */
const isAboutToChange = ({ status, audioFileId, publishAt }: Episode) =>
  (status === 'when_ready' && audioFileId !== null) ||
  (publishAt !== null && Date.parse(publishAt) < Date.now() + SOON_MS)

const AT_A_TIME = 50

/** One's own episodes in a state, or in all, page by page; asked again while one of them is about to be published. */
export const useMyEpisodePages = (status: EpisodeStatus | null) => {
  const wanted = { hostId: 'me', limit: AT_A_TIME, ...(status && { status }) } as const
  return useInfiniteQuery({
    ...readPages(ListEpisodes, { query: wanted }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isAboutToChange)) ? ASK_EVERY_MS : false,
    // While another state is on its way, what is there stays.
    placeholderData: keepPreviousData,
  })
}

/** One more than the highest number that the podcast has, published or not. */
export const useNextEpisodeNumber = (podcastId: string) =>
  useQuery({
    ...read(ListPodcastEpisodes, { params: { id: podcastId }, query: { include: 'unpublished', limit: 1 } }),
    enabled: podcastId !== '',
    select: (episodes) => Math.max(0, ...episodes.map((episode) => episode.episodeNumber)) + 1,
  })

/**
 * Everything that lists episodes, counts them or shows one of them. Nobody waits for it: a form or a dialog that goes with what was
 * listed before would not learn that it has succeeded.
 */
export const refreshEpisodes = (client: QueryClient, { id, podcastId }: Pick<Episode, 'id' | 'podcastId'>) => {
  const isStale = [
    isReadOf(ListEpisodes, {}),
    isReadOf(GetEpisode, { params: { id } }),
    isReadOf(ListPodcastEpisodes, { params: { id: podcastId } }),
    isReadOf(GetPodcast, { params: { id: podcastId } }),
  ]
  return client.invalidateQueries({ predicate: (query) => isStale.some((is) => is(query)) })
}

const ASK_AGAIN_MS = 300
const MOST_ASKS = 15

/**
 * Waits until the episode plays this file: media tells catalog by an event, a moment after the link was made. Answers
 * the episode as it is then; after some seconds as it is, because the event is on its way all the same.
 */
export const audioArrival = async (episodeId: string, mediaFileId: string) => {
  const ask = () => call(GetEpisode, { params: { id: episodeId } })
  let episode = await ask()
  for (let asked = 1; asked < MOST_ASKS && episode.audioFileId !== mediaFileId; asked += 1) {
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
    episode = await ask()
  }
  return episode
}

export const useCreateEpisode = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof CreateEpisode>) => call(CreateEpisode, { body }),
    onSuccess: (created) => void refreshEpisodes(client, created),
  })
}

export const useUpdateEpisode = ({ id }: Episode) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof UpdateEpisode>) => call(UpdateEpisode, { params: { id }, body }),
    onSuccess: (changed) => void refreshEpisodes(client, changed),
  })
}

export const useDeleteEpisode = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Episode) => call(DeleteEpisode, { params: { id }, query: { confirm: 'true' } }),
    onSuccess: (_, episode) => void refreshEpisodes(client, episode),
  })
}
