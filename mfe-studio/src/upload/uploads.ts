import { ApiError } from '@griot/contracts/errors'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { isReadOf } from '@griot/contracts/query-key'
import { CancelUpload, GetStorage, ListUploads, TUS_VERSION } from '@griot/contracts/uploads'
import type { ShellApiV1 } from '@griot/shell-sdk/contract'
import { call } from '@griot/shell-sdk/http'
import { createStore, type Store } from '@griot/shell-sdk/store'
import type { QueryClient } from '@tanstack/react-query'
import { rememberMedia, replaceMedia } from '../media/api.ts'
import { createPageGuard } from './guard-page.ts'
import { type Interruption, interruptionOf, isGone, sentenceFor } from './interruptions.ts'
import { begunBefore, sendUpload } from './send-upload.ts'
import { createSpeedometer, type Pace } from './speed.ts'
import { watchConnection } from './watch-connection.ts'

/** Where the bar stands before the first byte has been counted. */
const START_PERCENT = 10
// More at once would only make each of them slower, and the server takes few from one person.
const AT_ONCE = 2

/** 10 on start, then the bytes fill the rest. */
const percentOf = (sent: number, total: number) =>
  total > 0 ? START_PERCENT + Math.floor((100 - START_PERCENT) * Math.min(1, sent / total)) : START_PERCENT

/** A file that was chosen, on its way to the server. `lost` goes on by itself. */
export interface ChosenUpload {
  key: string
  file: File
  state: 'chosen' | 'waiting' | 'sending' | 'paused' | 'lost'
  percent: number
  sentBytes: number
  pace: Pace | null
  /** On the server, once it has begun there: in this visit or in an earlier one. */
  uploadId: string | null
  /** As the browser reads it, in seconds; null until then, and when it cannot. */
  duration: number | null
  /** The file whose audio it is to replace. */
  replaces: Pick<MediaFile, 'id' | 'originalName'> | null
  /** Why it stands still, or why the last try failed, as the server said it. */
  failure: string | null
}

export interface UploadsState {
  items: readonly ChosenUpload[]
  /** Uploads that succeeded in this visit, the newest first. */
  uploadedIds: readonly string[]
}

export interface Uploads {
  state: Store<UploadsState>
  /** Answers their keys. */
  add(files: readonly File[], replaces?: ChosenUpload['replaces']): readonly string[]
  setDuration(key: string, duration: number): void
  clear(key: string): void
  /** Sends off all that were chosen, or one of them. */
  start(key?: string): void
  pause(key: string): void
  /** Goes on with one that was paused, at once also with one whose connection was lost. */
  resume(key: string): void
  /** Back to having been chosen; what has arrived of it is thrown away. */
  cancel(key: string): void
}

/** Ends an unfinished upload for good. */
export const giveUpUpload = (id: string) =>
  call(CancelUpload, { params: { id } }, { headers: { 'tus-resumable': TUS_VERSION } })

/** Everything that tells how much is stored. */
export const refreshRoom = (client: QueryClient) => {
  const isStale = [isReadOf(GetStorage, {}), isReadOf(ListUploads, {})]
  return client.invalidateQueries({ predicate: (query) => isStale.some((is) => is(query)) })
}

/** What one person uploads in this visit; it goes on while they are on other pages. */
const createUploads = ({ ui, signal, session, update, query: { client } }: ShellApiV1): Uploads => {
  const state = createStore<UploadsState>({ items: [], uploadedIds: [] })
  const running = new Map<string, AbortController>()
  const interruptions = new Map<string, Interruption>()
  const guardPage = createPageGuard(update)
  const ownerId = session.user.get()?.id ?? ''
  let lastKey = 0

  const find = (key: string) => state.get().items.find((item) => item.key === key)
  const setItems = (items: readonly ChosenUpload[]) => {
    state.set({ ...state.get(), items })
    guardPage(items.some((item) => item.state !== 'chosen'))
  }
  const change = (key: string, changes: Partial<ChosenUpload>) =>
    setItems(state.get().items.map((item) => (item.key === key ? { ...item, ...changes } : item)))
  const clear = (key: string) => setItems(state.get().items.filter((item) => item.key !== key))

  const stop = (key: string) => {
    running.get(key)?.abort()
    running.delete(key)
    interruptions.get(key)?.end()
    interruptions.delete(key)
  }

  const wait = (key: string) => {
    change(key, { state: 'waiting', failure: null })
    sendNext()
  }

  const interrupt = (key: string, error: unknown) => {
    const before = interruptions.get(key)
    const interruption = interruptionOf(error, before, () => wait(key))
    if (interruption === null) return false
    interruptions.set(key, interruption)
    change(key, { state: 'lost', pace: null, failure: interruption.sentence })
    return true
  }

  /** What could not take the place of another file is a file of its own. */
  const putInPlace = async ({ id, originalName }: Pick<MediaFile, 'id' | 'originalName'>, by: MediaFile) => {
    try {
      await replaceMedia(client, id, by)
    } catch (error) {
      const said = error instanceof ApiError ? error.sentence : undefined
      ui.toast({
        title: 'Not replaced',
        description: said ?? `${originalName} stays as it is. The new audio is in your library.`,
        tone: 'destructive',
      })
    }
  }

  const noteArrived = (key: string, mediaFile: MediaFile) => {
    state.set({ ...state.get(), uploadedIds: [mediaFile.id, ...state.get().uploadedIds] })
    clear(key)
    void refreshRoom(client)
    rememberMedia(client, mediaFile)
    ui.toast({
      title: 'Upload successful',
      description: `${mediaFile.originalName} has been uploaded successfully.`,
    })
  }

  const noteFailed = async ({ key, file }: Pick<ChosenUpload, 'key' | 'file'>, error: unknown) => {
    const hasChanged = await isGone(file)
    // Somebody was quicker than the look at the file.
    if (find(key)?.state !== 'sending') return
    if (!hasChanged && interrupt(key, error)) return
    const failure = hasChanged
      ? 'This file was moved or changed after you chose it. Please choose it again.'
      : sentenceFor(error)
    interruptions.delete(key)
    change(key, { state: 'chosen', percent: 0, sentBytes: 0, pace: null, failure })
    ui.toast({ title: 'Upload failed', description: failure, tone: 'destructive' })
  }

  const send = async ({ key, file, uploadId, replaces }: ChosenUpload) => {
    const abort = new AbortController()
    running.set(key, abort)
    const connection = watchConnection(abort)
    const measure = createSpeedometer()
    change(key, { state: 'sending', percent: Math.max(START_PERCENT, find(key)?.percent ?? 0), pace: null })
    try {
      const mediaFile = await sendUpload(file, {
        ownerId,
        uploadId,
        signal: abort.signal,
        onBegun: (id) => {
          change(key, { uploadId: id })
          if (id !== uploadId) void refreshRoom(client)
        },
        onProgress: (sent, total) => {
          if (abort.signal.aborted) return
          const sentBefore = find(key)?.sentBytes ?? 0
          // The size of a form is not that of its file.
          const sentBytes = Math.min(file.size, sent)
          if (sentBytes > sentBefore) interruptions.delete(key)
          connection.moved(sent >= total)
          change(key, { percent: percentOf(sent, total), sentBytes, pace: measure(sent, total) })
        },
      })
      if (abort.signal.aborted && !connection.isLost()) return
      noteArrived(key, mediaFile)
      if (replaces) await putInPlace(replaces, mediaFile)
    } catch (error) {
      // Paused or cancelled: whoever did it has said so.
      if (abort.signal.aborted && !connection.isLost()) return
      await noteFailed({ key, file }, connection.isLost() ? new TypeError('The connection was lost') : error)
    } finally {
      connection.end()
      if (running.get(key) === abort) running.delete(key)
      sendNext()
    }
  }

  const sendNext = () => {
    if (signal.aborted) return
    while (running.size < AT_ONCE) {
      const next = state.get().items.find((item) => item.state === 'waiting' && !running.has(item.key))
      if (!next) return
      void send(next)
    }
  }

  /** Whether an earlier visit has begun with it. */
  const recognise = async ({ key, file }: ChosenUpload) => {
    const uploadId = await begunBefore(file, ownerId)
    if (uploadId !== null && find(key)?.state === 'chosen') change(key, { uploadId })
  }

  signal.addEventListener('abort', () => {
    for (const { key } of state.get().items) stop(key)
    setItems([])
  })

  return {
    state,
    add: (files, replaces = null) => {
      const added = files.map((file): ChosenUpload => {
        lastKey += 1
        return {
          key: String(lastKey),
          file,
          state: 'chosen',
          percent: 0,
          sentBytes: 0,
          pace: null,
          uploadId: null,
          duration: null,
          replaces,
          failure: null,
        }
      })
      setItems([...state.get().items, ...added])
      for (const item of added) void recognise(item)
      return added.map(({ key }) => key)
    },
    setDuration: (key, duration) => change(key, { duration }),
    clear,
    start: (only) => {
      const chosen = state.get().items.filter((item) => item.state === 'chosen' && (only ?? item.key) === item.key)
      for (const { key } of chosen) change(key, { state: 'waiting', failure: null })
      sendNext()
    },
    pause: (key) => {
      stop(key)
      change(key, { state: 'paused', pace: null, failure: null })
      sendNext()
    },
    resume: (key) => {
      stop(key)
      wait(key)
    },
    cancel: (key) => {
      const uploadId = find(key)?.uploadId ?? null
      stop(key)
      change(key, { state: 'chosen', percent: 0, sentBytes: 0, pace: null, uploadId: null, failure: null })
      sendNext()
      if (uploadId === null) return
      void giveUpUpload(uploadId)
        // It stands among the unfinished ones, from where it can be given up again.
        .catch((error: unknown) => console.error('what had arrived was not thrown away', error))
        .then(() => refreshRoom(client))
    },
  }
}

const ofShell = new WeakMap<ShellApiV1, Uploads>()

/** The uploads of this visit: the same ones on every page of the module. */
export const uploadsOf = (shell: ShellApiV1) => {
  const known = ofShell.get(shell)
  if (known) return known
  const uploads = createUploads(shell)
  ofShell.set(shell, uploads)
  return uploads
}
