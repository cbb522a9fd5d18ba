import { ApiError } from '@griot/contracts/errors'
import {
  DeleteMedia,
  GetMediaTimeline,
  ListUserMedia,
  RenameMedia,
  ReplaceMedia,
  RetryMedia,
  WatchMedia,
} from '@griot/contracts/media/files'
import type { Delivery, MediaFile, Replacement } from '@griot/contracts/media/media-file'
import { AskRendition, ChooseDelivery, RemoveRendition } from '@griot/contracts/media/renditions'
import { GetMediaPeaks } from '@griot/contracts/media/streaming'
import { isReadOf, keyFor } from '@griot/contracts/query-key'
import { GetStorage } from '@griot/contracts/uploads'
import { call, fetchApi } from '@griot/shell-sdk/http'
import { useShell } from '@griot/shell-sdk/react'
import { failureToast } from '@griot/ui/use-online'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useFailureToast } from '../action.tsx'
import { readAll } from '../queries.ts'
import { useServerEvents } from '../server-events.ts'

/** All files of the user, so that searches and totals are complete. */
const myMedia = readAll(ListUserMedia, { params: { id: 'me' } })

const isInProcessing = ({ status, rendition, replacement }: MediaFile) =>
  [status, rendition?.status, replacement?.status].includes('processing')

const REFETCH_PROCESSING_MS = 30_000

/** While a file is processed the list is also refetched, because some proxies hold back server-sent events. */
export const useMyMedia = () =>
  useQuery({
    ...myMedia,
    refetchInterval: ({ state: { data } }) => (data?.some(isInProcessing) ? REFETCH_PROCESSING_MS : false),
  })

/** Adds an uploaded file. If its event has arrived before the response of the upload, the event is newer. */
export const addMedia = (client: QueryClient, file: MediaFile) => {
  if (!client.getQueryData(myMedia.queryKey)?.some(({ id }) => id === file.id)) cacheMedia(client, file)
}

/** Updates a file in the cached list, or adds it at the top. */
const cacheMedia = (client: QueryClient, file: MediaFile) => {
  const before = client.getQueryData(myMedia.queryKey)?.find(({ id }) => id === file.id)
  client.setQueryData(myMedia.queryKey, (files) => {
    if (!files) return files
    return before ? files.map((known) => (known.id === file.id ? file : known)) : [file, ...files]
  })
  if (before && (before.fileSize !== file.fileSize || before.duration !== file.duration)) {
    // Its audio was replaced.
    void client.invalidateQueries({ queryKey: keyFor(GetMediaPeaks, { params: { id: file.id } }) })
  }
  void client.invalidateQueries({ queryKey: keyFor(GetMediaTimeline, { params: { id: file.id } }) })
}

const uncacheMedia = (client: QueryClient, id: string) => {
  client.setQueryData(myMedia.queryKey, (files) => files?.filter((file) => file.id !== id))
  void client.invalidateQueries({ predicate: isReadOf(GetStorage, {}) })
}

/** Updates the cached list by server-sent events while the screen is open. */
export const useMediaEvents = () => {
  const client = useQueryClient()
  useServerEvents(WatchMedia.path, {
    on: {
      media: (data) => cacheMedia(client, JSON.parse(data)),
      'media-deleted': (data) => uncacheMedia(client, JSON.parse(data).id),
    },
    // Changes during the interruption sent no event, so the list is read again.
    onReconnect: () => void client.invalidateQueries({ queryKey: myMedia.queryKey }),
  })
}

export const useDeleteMedia = ({ id }: MediaFile) => {
  const client = useQueryClient()
  const { ui } = useShell()
  return useMutation({
    mutationFn: () => call(DeleteMedia, { params: { id } }),
    onSuccess: async () => {
      ui.toast({ title: 'Media deleted', description: 'The media file has been deleted successfully.' })
      uncacheMedia(client, id)
      await client.invalidateQueries({ queryKey: myMedia.queryKey })
    },
    onError: () => ui.toast(failureToast('Delete failed', 'Failed to delete media file')),
  })
}

/** The waveform of a file, one byte per point; null if it has none. */
export const usePeaks = ({ id }: Pick<MediaFile, 'id'>) =>
  useQuery({
    queryKey: keyFor(GetMediaPeaks, { params: { id } }),
    queryFn: async ({ signal, queryKey: [path] }) => {
      const response = await fetchApi(path, { credentials: 'include', signal })
      // Files that were processed before waveforms existed have none.
      if (response.status === 404) return null
      if (!response.ok) throw new ApiError(response.status, await response.text())
      return new Uint8Array(await response.arrayBuffer())
    },
  })

const useMediaChange = <Input>(
  fileId: string,
  change: (input: Input) => Promise<MediaFile>,
  onError: (error: Error) => void = () => undefined,
) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    // The changes of one file run in sequence: a late response to the first would show the file without the second.
    scope: { id: `media ${fileId}` },
    onSuccess: (changed) => cacheMedia(client, changed),
    onError,
  })
}

export const useRenameMedia = ({ id }: MediaFile) =>
  useMediaChange(id, (originalName: string) => call(RenameMedia, { params: { id }, body: { originalName } }))

export const useRetryMedia = ({ id }: MediaFile) =>
  useMediaChange(
    id,
    () => call(RetryMedia, { params: { id } }),
    useFailureToast('The file could not be retried.', 'Not started'),
  )

export const useAskRendition = ({ id }: MediaFile) =>
  useMediaChange(
    id,
    () => call(AskRendition, { params: { id } }),
    useFailureToast('The file could not be normalized. Please try again.'),
  )

export const useRemoveRendition = ({ id }: MediaFile) =>
  useMediaChange(id, () => call(RemoveRendition, { params: { id } }), useFailureToast('Please try again in a moment.'))

export const useChooseDelivery = ({ id }: MediaFile) =>
  useMediaChange(
    id,
    (delivers: Delivery) => call(ChooseDelivery, { params: { id }, body: { delivers } }),
    useFailureToast('The choice was not saved. Please try again.'),
  )

/** Replaces the audio of a file as soon as the new audio is ready. */
export const replaceMedia = async (client: QueryClient, id: string, by: MediaFile) => {
  const file = await call(ReplaceMedia, { params: { id }, body: { mediaFileId: by.id } })
  uncacheMedia(client, by.id)
  cacheMedia(client, file)
}

/** Deletes the new audio; the file keeps its own. */
export const useCancelReplacement = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Replacement) => call(DeleteMedia, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: myMedia.queryKey }),
    onError: useFailureToast('Please try again in a moment.'),
  })
}

/** A link to the replace dialog of one of the user's files. */
export const replacePath = (id: string) => `/upload?tab=library&replace=${id}`
