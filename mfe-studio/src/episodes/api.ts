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
import { roleMay, roleOfRow } from '@griot/contracts/catalog/roles'
import { ListStudioPodcasts } from '@griot/contracts/catalog/studio'
import type { BodyOf } from '@griot/contracts/endpoint'
import { LinkMedia } from '@griot/contracts/media/files'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { isReadOf } from '@griot/contracts/query-key'
import { call } from '@griot/shell-sdk/http'
import { invalidate } from '@griot/shell-sdk/mark-stale'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { read, readPages } from '@griot/shell-sdk/read'
import { failureToast } from '@griot/ui/use-online'
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { readAll } from '../queries.ts'

/** All episodes that the user may edit, for searching. */
export const useMyEpisodes = () => {
  const me = useStore(useShell().session.user, (user) => user?.id)
  return useQuery({
    ...readAll(ListEpisodes, { query: { hostId: 'me', limit: 100 } }),
    select: (episodes: Episode[]) => episodes.filter((episode) => roleMay(roleOfRow(episode, me), 'edit')),
  })
}

const SOON_MS = 60_000
const REFETCH_MS = 3_000

/** Whether the server will publish the episode soon. */
const isAboutToChange = ({ status, audioFileId, publishAt }: Episode) =>
  (status === 'when_ready' && audioFileId !== null) ||
  (publishAt !== null && Date.parse(publishAt) < Date.now() + SOON_MS)

const PAGE_SIZE = 50

interface LoadedEpisodes {
  state: { data: { pages: readonly { items: readonly Episode[] }[] } | undefined }
}

const refetchInterval = ({ state }: LoadedEpisodes) =>
  state.data?.pages.some(({ items }) => items.some(isAboutToChange)) ? REFETCH_MS : false

/**
 * The user's episodes in one state or in all, page by page; for admins those of all users. Refetched while one of them is
 * about to be published.
 */
export const useEpisodePages = (status: EpisodeStatus | null) => {
  const wanted = { scope: 'studio' as const, limit: PAGE_SIZE, ...(status && { status }) } as const
  return useInfiniteQuery({
    ...readPages(ListEpisodes, { query: wanted }),
    refetchInterval,
    placeholderData: keepPreviousData,
  })
}

/** The episodes of one show, published or not, page by page. */
export const useShowEpisodes = (podcastId: string) =>
  useInfiniteQuery({
    ...readPages(ListPodcastEpisodes, {
      params: { id: podcastId },
      query: { include: 'unpublished', limit: PAGE_SIZE },
    }),
    refetchInterval,
  })

/** The newest episodes of a podcast, published or not, for numbers. */
export const useNewestEpisodes = (podcastId: string) =>
  useQuery({
    ...read(ListPodcastEpisodes, { params: { id: podcastId }, query: { include: 'unpublished', limit: 100 } }),
    enabled: podcastId !== '',
  })

/** One more than the number of the newest numbered episode of the podcast, published or not; undefined while it loads. */
export const useNextEpisodeNumber = (podcastId: string) => {
  const { data } = useNewestEpisodes(podcastId)
  return data && (data.find(({ episodeNumber }) => episodeNumber !== null)?.episodeNumber ?? 0) + 1
}

const refreshEpisode = (client: QueryClient, { id, podcastId }: Pick<Episode, 'id' | 'podcastId'>) =>
  invalidate(client, [
    isReadOf(ListEpisodes, {}),
    isReadOf(GetEpisode, { params: { id } }),
    isReadOf(ListPodcastEpisodes, { params: { id: podcastId } }),
    isReadOf(GetPodcast, { params: { id: podcastId } }),
    isReadOf(ListStudioPodcasts, {}),
  ])

type NewEpisode = BodyOf<typeof CreateEpisode>

const POLL_MS = 300
const MOST_POLLS = 15

/**
 * Waits until the episode plays this file: catalog receives an event for each link, a moment later. Returns the episode as
 * it is after some seconds at most.
 */
const waitForAudio = async (episodeId: string, mediaFileId: string) => {
  const load = () => call(GetEpisode, { params: { id: episodeId } })
  let episode = await load()
  for (let poll = 1; poll < MOST_POLLS && episode.audioFileId !== mediaFileId; poll += 1) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    episode = await load()
  }
  return episode
}

/** Links a file. If it is still processed, the episode plays it as soon as it is ready. */
export const linkMedia = (episodeId: string, { id, status }: Pick<MediaFile, 'id' | 'status'>) =>
  call(LinkMedia, {
    params: { episodeId },
    body: {
      mediaFileId: id,
      mediaType: 'audio',
      isDefault: true,
      ...(status === 'processing' && { whenReady: true }),
    },
  })

/** Reads the episode again as soon as it plays the file. */
export const refreshLinked = (client: QueryClient, episodeId: string, mediaFileId: string) =>
  waitForAudio(episodeId, mediaFileId)
    .then((episode) => refreshEpisode(client, episode))
    .catch((error: unknown) => console.error('the linked episode did not load', error))

export const useLinkMedia = () => {
  const client = useQueryClient()
  const { ui } = useShell()
  return useMutation({
    mutationFn: ({ file, episodeId }: { file: MediaFile; episodeId: string }) => linkMedia(episodeId, file),
    onSuccess: (_, { file, episodeId }) => {
      ui.toast({ title: 'Media linked', description: 'The media file has been linked to the episode successfully.' })
      // Not awaited, so that the dialog can close.
      void refreshLinked(client, episodeId, file.id)
    },
    onError: () => ui.toast(failureToast('Link failed', 'Failed to link media to episode')),
  })
}

export const useCreateEpisode = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewEpisode) => call(CreateEpisode, { body }),
    onSuccess: (saved) => void refreshEpisode(client, saved),
  })
}

export const useSaveEpisode = (
  episode: Episode | undefined,
  changesOf: (checked: NewEpisode) => BodyOf<typeof UpdateEpisode>,
) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewEpisode) =>
      episode
        ? call(UpdateEpisode, { params: { id: episode.id }, body: changesOf(body) })
        : call(CreateEpisode, { body }),
    onSuccess: (saved) => void refreshEpisode(client, saved),
  })
}

export const useDeleteEpisode = (episode: Episode) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(DeleteEpisode, { params: { id: episode.id }, query: { confirm: 'true' } }),
    onSuccess: () => void refreshEpisode(client, episode),
  })
}
