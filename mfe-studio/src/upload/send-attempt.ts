import { ApiError } from '@griot/contracts/errors'
import { GetMedia } from '@griot/contracts/media/files'
import type { MediaFile } from '@griot/contracts/media/media-file'
import type { ShellApiV1 } from '@griot/shell-sdk/contract'
import { call } from '@griot/shell-sdk/http'
import { failureToast } from '@griot/ui/use-online'
import { addMedia, replaceMedia } from '../media/api.ts'
import { refreshStorage } from './api.ts'
import { createSpeedometer } from './speed.ts'
import type { ChosenUpload, UploadEvent } from './upload-state.ts'

interface Attempt {
  ownerId: string
  abort: AbortController
  /** False after the upload was paused or cancelled. */
  isCurrent(): boolean
  dispatch(event: UploadEvent): void
}

/** Loads the code that needs the tus library, which is as large as the rest of the page. Rejects like a lost connection. */
export const loadSender = () =>
  import('./sender.ts').catch((cause: unknown) => {
    throw new TypeError('The code for uploads could not be loaded', { cause })
  })

/** Sends a file once, and dispatches the result. */
export const runAttempt = async (
  shell: ShellApiV1,
  upload: ChosenUpload,
  { ownerId, abort, isCurrent, dispatch }: Attempt,
) => {
  const { key, file, uploadId } = upload
  const { ui, query } = shell
  const connection = watchConnection(abort)
  const measure = createSpeedometer()
  let { interruptions } = upload
  try {
    const { sendResumable, linkSavedEpisode } = await loadSender()
    const id = await sendResumable(file, {
      ownerId,
      uploadId,
      signal: abort.signal,
      onBegun: (begunId) => {
        dispatch({ type: 'begun', key, uploadId: begunId })
        if (begunId !== uploadId) void refreshStorage(query.client)
      },
      onProgress: (sent, total) => {
        if (abort.signal.aborted) return
        if (sent > upload.sentBytes) interruptions = 0
        connection.moved(sent >= total)
        dispatch({ type: 'progressed', key, sent, speed: measure(sent, total) })
      },
    })
    const mediaFile = await call(GetMedia, { params: { id } }, { signal: abort.signal })
    if (!isCurrent()) return
    dispatch({ type: 'arrived', key, mediaFileId: mediaFile.id })
    void linkSavedEpisode(shell, id)
    void refreshStorage(query.client)
    addMedia(query.client, mediaFile)
    const description = `${mediaFile.originalName} has been uploaded successfully.`
    ui.toast({ title: 'Upload successful', description })
    if (upload.replaces) await replaceAudio(shell, upload.replaces, mediaFile)
  } catch (error) {
    const reason = abort.signal.aborted ? abort.signal.reason : error
    const hasChanged = await isUnreadable(file)
    if (!isCurrent()) return
    const retry = hasChanged ? null : retrySentence(reason, interruptions)
    if (retry !== null) return dispatch({ type: 'interrupted', key, sentence: retry })
    const sentence = hasChanged
      ? 'This file was moved or changed after you chose it. Please choose it again.'
      : (reason instanceof ApiError && reason.sentence) || 'Upload failed'
    dispatch({ type: 'failed', key, sentence })
    ui.toast({ title: 'Upload failed', description: sentence, tone: 'destructive' })
  } finally {
    connection.end()
  }
}

/** If the audio cannot be replaced, the new audio remains a file of its own. */
const replaceAudio = async (
  { ui, query }: ShellApiV1,
  { id, originalName }: NonNullable<ChosenUpload['replaces']>,
  by: MediaFile,
) => {
  try {
    await replaceMedia(query.client, id, by)
  } catch (error) {
    const sentence = error instanceof ApiError && error.sentence
    const description = sentence || `${originalName} stays as it is. The new audio is in your library.`
    ui.toast(failureToast('Replace failed', description))
  }
}

// A browser may need minutes to notice a dead connection.
const STALLED_MS = 30_000
// After the last byte the server stores the file before it responds.
const RESPONSE_MS = 120_000

/** Aborts with a TypeError, as `fetch` rejects, when the browser is offline or no byte moves for long. */
const watchConnection = (abort: AbortController) => {
  const lose = () => abort.abort(new TypeError('The connection was lost'))
  let timer = setTimeout(lose, STALLED_MS)
  addEventListener('offline', lose)
  return {
    moved(isAll: boolean) {
      clearTimeout(timer)
      timer = setTimeout(lose, isAll ? RESPONSE_MS : STALLED_MS)
    },
    end() {
      clearTimeout(timer)
      removeEventListener('offline', lose)
    },
  }
}

const WAITS_MS = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000]
// Retries after responses of the service itself. An unavailable service or connection is retried without limit.
const MOST_RETRIES = 5
const UNAVAILABLE = [502, 503, 504]
// Too slow, wrong offset, locked, too many at once: each of these passes.
const TEMPORARY = [408, 409, 423, 425, 429]
const STORAGE_FULL = 507

const isTemporary = (status: number) => TEMPORARY.includes(status) || (status >= 500 && status !== STORAGE_FULL)

/** The sentence for an upload that will be retried; null if a retry cannot help. */
const retrySentence = (error: unknown, interruptions: number) => {
  if (error instanceof TypeError) return 'The connection was lost. The upload continues automatically where it stopped.'
  if (!(error instanceof ApiError) || !isTemporary(error.status)) return null
  if (interruptions >= MOST_RETRIES && !UNAVAILABLE.includes(error.status)) return null
  return 'The server is busy. The upload continues automatically where it stopped.'
}

/** Calls `retry` once, after a delay or when the browser is online again. Returns a function that cancels it. */
export const scheduleRetry = (interruptions: number, retry: () => void) => {
  const cancel = () => {
    clearTimeout(timer)
    removeEventListener('online', handleOnline)
  }
  const handleOnline = () => {
    cancel()
    retry()
  }
  const delay = WAITS_MS[Math.min(interruptions, WAITS_MS.length) - 1]
  const timer = setTimeout(() => navigator.onLine !== false && handleOnline(), delay)
  addEventListener('online', handleOnline)
  return cancel
}

/** Whether a chosen file was moved or changed. A browser reports that like a lost connection. */
const isUnreadable = (file: File) =>
  new Response(file.slice(0, 1)).arrayBuffer().then(
    () => false,
    () => true,
  )
