import { pathFor } from '@griot/contracts/endpoint'
import { ApiError } from '@griot/contracts/errors'
import {
  DeleteMedia,
  GetMediaTimeline,
  LinkMedia,
  ListUserMedia,
  RenameMedia,
  ReplaceMedia,
  RetryMedia,
  WatchMedia,
} from '@griot/contracts/media/files'
import { GetMediaPeaks, StreamMedia } from '@griot/contracts/media/hearing'
import type { Delivery, MediaFile, Replacement } from '@griot/contracts/media/media-file'
import { AskRendition, ChooseDelivery, RemoveRendition } from '@griot/contracts/media/renditions'
import { isReadOf, keyFor } from '@griot/contracts/query-key'
import { GetStorage } from '@griot/contracts/uploads'
import { call, fetchApi } from '@griot/shell-sdk/http'
import { useShell } from '@griot/shell-sdk/react'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readAllPages } from '../all-pages.ts'
import { audioArrival, refreshEpisodes } from '../episodes/api.ts'

const MINE = { params: { id: 'me' } } as const

/** All of one's files, so that searching and adding up leave none out. */
const myMedia = queryOptions({
  queryKey: keyFor(ListUserMedia, MINE),
  queryFn: ({ signal }) => readAllPages(ListUserMedia, MINE, signal),
})

export const useMyMedia = () => useQuery(myMedia)

/** Puts a file as the server knows it now into the list, at its place or at the top. */
export const rememberMedia = (client: QueryClient, file: MediaFile) => {
  const before = client.getQueryData(myMedia.queryKey)?.find(({ id }) => id === file.id)
  client.setQueryData(myMedia.queryKey, (files) => {
    if (!files) return files
    return before ? files.map((known) => (known.id === file.id ? file : known)) : [file, ...files]
  })
  if (before && (before.fileSize !== file.fileSize || before.duration !== file.duration)) {
    // Other audio has taken its place.
    void client.invalidateQueries({ queryKey: keyFor(GetMediaPeaks, { params: { id: file.id } }) })
  }
  void client.invalidateQueries({ queryKey: keyFor(GetMediaTimeline, { params: { id: file.id } }) })
}

const forgetMedia = (client: QueryClient, id: string) => {
  client.setQueryData(myMedia.queryKey, (files) => files?.filter((file) => file.id !== id))
  // Who deletes to make room has it at once.
  void client.invalidateQueries({ predicate: isReadOf(GetStorage, {}) })
}

const OPEN_AGAIN_MS = 5_000

/** Keeps the list in step with the server while the screen is open. */
export const useMediaEvents = () => {
  const client = useQueryClient()

  useEffect(() => {
    let source: EventSource
    let timer: ReturnType<typeof setTimeout>
    let wasLost = false

    const open = () => {
      source = new EventSource(WatchMedia.path)
      source.addEventListener('media', (event) => rememberMedia(client, JSON.parse(event.data) as MediaFile))
      source.addEventListener('media-deleted', (event) => forgetMedia(client, (JSON.parse(event.data) as MediaFile).id))
      source.addEventListener('error', () => {
        wasLost = true
        // A lost connection the browser opens again by itself, but after a refusal (a restarting service) it gives up.
        if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, OPEN_AGAIN_MS)
      })
      // What happened meanwhile was told to nobody, so the list is read again.
      source.addEventListener('open', () => {
        if (wasLost) void client.invalidateQueries({ queryKey: myMedia.queryKey })
        wasLost = false
      })
    }
    open()
    return () => {
      clearTimeout(timer)
      source.close()
    }
  }, [client])
}

export const useDeleteMedia = () => {
  const client = useQueryClient()
  const { ui } = useShell()
  return useMutation({
    mutationFn: (file: MediaFile) => call(DeleteMedia, { params: { id: file.id } }),
    onSuccess: async (_, file) => {
      ui.toast({ title: 'Media deleted', description: 'The media file has been deleted successfully.' })
      forgetMedia(client, file.id)
      await client.invalidateQueries({ queryKey: myMedia.queryKey })
    },
    onError: () =>
      ui.toast({ title: 'Delete failed', description: 'Failed to delete media file', tone: 'destructive' }),
  })
}

const readPeaks = async (id: string, signal: AbortSignal) => {
  const response = await fetchApi(pathFor(GetMediaPeaks, { params: { id } }), { credentials: 'include', signal })
  // A file that was measured before waveforms were has none.
  if (response.status === 404) return null
  if (!response.ok) throw new ApiError(response.status, await response.text())
  return new Uint8Array(await response.arrayBuffer())
}

/** The waveform of a file, a byte a point; null when it has none. */
export const usePeaks = ({ id }: Pick<MediaFile, 'id'>) =>
  useQuery({
    queryKey: keyFor(GetMediaPeaks, { params: { id } }),
    queryFn: ({ signal }) => readPeaks(id, signal),
  })

export const useRenameMedia = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ file, originalName }: { file: MediaFile; originalName: string }) =>
      call(RenameMedia, { params: { id: file.id }, body: { originalName } }),
    onSuccess: (renamed) => rememberMedia(client, renamed),
  })
}

export const useRetryMedia = () => {
  const client = useQueryClient()
  const { ui } = useShell()
  return useMutation({
    mutationFn: (file: MediaFile) => call(RetryMedia, { params: { id: file.id } }),
    onSuccess: (file) => rememberMedia(client, file),
    onError: (error) => {
      const said = error instanceof ApiError ? error.sentence : undefined
      ui.toast({
        title: 'Not started',
        description: said ?? 'The file could not be tried again.',
        tone: 'destructive',
      })
    },
  })
}

export const useLinkMedia = () => {
  const client = useQueryClient()
  const { ui } = useShell()
  return useMutation({
    mutationFn: ({ file, episodeId }: { file: MediaFile; episodeId: string }) =>
      call(LinkMedia, {
        params: { episodeId },
        body: {
          mediaFileId: file.id,
          mediaType: 'audio',
          isDefault: true,
          // The episode then plays it as soon as it is ready.
          ...(file.status === 'processing' && { whenReady: true }),
        },
      }),
    onSuccess: (_, { file, episodeId }) => {
      ui.toast({
        title: 'Media linked',
        description: 'The media file has been linked to the episode successfully.',
      })
      // Nobody waits for this: the dialog may close.
      void audioArrival(episodeId, file.id)
        .then((episode) => refreshEpisodes(client, episode))
        .catch((error: unknown) => console.error('the linked episode did not load', error))
    },
    onError: () =>
      ui.toast({ title: 'Link failed', description: 'Failed to link media to episode', tone: 'destructive' }),
  })
}

/** Changes what is made of a file beside its original, and shows the file as it is then. */
const useChange = <Input>(change: (input: Input) => Promise<MediaFile>, refusal: string) => {
  const client = useQueryClient()
  const { ui } = useShell()
  return useMutation({
    mutationFn: change,
    // One after the other: a late answer to the first would show the file as it was before the second.
    scope: { id: 'what is made of a file' },
    onSuccess: (changed) => rememberMedia(client, changed),
    onError: (error) => {
      const said = error instanceof ApiError ? error.sentence : undefined
      ui.toast({ title: 'That did not work', description: said ?? refusal, tone: 'destructive' })
    },
  })
}

export const useAskRendition = () =>
  useChange(
    ({ id }: MediaFile) => call(AskRendition, { params: { id } }),
    'The loudness could not be evened out. Please try again.',
  )

export const useRemoveRendition = () =>
  useChange(({ id }: MediaFile) => call(RemoveRendition, { params: { id } }), 'Please try again in a moment.')

export const useChooseDelivery = () =>
  useChange(
    ({ file, delivers }: { file: MediaFile; delivers: Delivery }) =>
      call(ChooseDelivery, { params: { id: file.id }, body: { delivers } }),
    'Listeners hear the same as before. Please try again.',
  )

/** Has new audio take the place of a file's, as soon as it is ready. */
export const replaceMedia = async (client: QueryClient, id: string, by: MediaFile) => {
  const file = await call(ReplaceMedia, { params: { id }, body: { mediaFileId: by.id } })
  forgetMedia(client, by.id)
  rememberMedia(client, file)
}

/** Calls a replacement off: the file stays as it is. */
export const useCallOffReplacement = () => {
  const client = useQueryClient()
  const { ui } = useShell()
  return useMutation({
    mutationFn: ({ id }: Replacement) => call(DeleteMedia, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: myMedia.queryKey }),
    onError: () =>
      ui.toast({ title: 'That did not work', description: 'Please try again in a moment.', tone: 'destructive' }),
  })
}

export const streamAddress = (file: Pick<MediaFile, 'id'>) => pathFor(StreamMedia, { params: { id: file.id } })
