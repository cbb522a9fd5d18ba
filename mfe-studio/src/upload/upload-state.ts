import type { MediaFile } from '@griot/contracts/media/media-file'
import type { UploadSpeed } from './speed.ts'

/** The progress bar before the first byte is sent. */
const START_PERCENT = 10
// More concurrent uploads would slow each other down, and the server accepts few of one user.
const AT_ONCE = 2

/** A chosen file on its way to the server. A `lost` upload resumes automatically. */
export interface ChosenUpload {
  key: string
  file: File
  state: 'chosen' | 'waiting' | 'sending' | 'paused' | 'lost'
  sentBytes: number
  speed: UploadSpeed | null
  /** Its id on the server, once it has begun there, in this visit or an earlier one. */
  uploadId: string | null
  /** In seconds, as the browser reads it; null if unknown. */
  duration: number | null
  /** The file whose audio it will replace. */
  replaces: Pick<MediaFile, 'id' | 'originalName'> | null
  /** Why it is interrupted, or why the last attempt failed. */
  failure: string | null
  /** Consecutive interruptions without a byte in between. */
  interruptions: number
}

/** A file or folder that is not uploaded, and the reason. */
export interface RefusedFile {
  key: string
  name: string
  title: string
  description: string
}

export interface UploadsState {
  items: readonly ChosenUpload[]
  /** Listed until the user dismisses them or chooses a file of the same name. */
  refused: readonly RefusedFile[]
  /** The media files uploaded in this visit, newest first. */
  uploadedIds: readonly string[]
}

// `resumed` is an action of the user, `retried` happens automatically after an interruption.
type ItemEvent = { key: string } & (
  | { type: 'cleared' | 'started' | 'paused' | 'resumed' | 'retried' | 'cancelled' }
  | { type: 'recognized' | 'begun'; uploadId: string }
  | { type: 'measured'; duration: number }
  | { type: 'rejected'; title: string; description: string }
  | { type: 'progressed'; sent: number; speed: UploadSpeed | null }
  | { type: 'interrupted' | 'failed'; sentence: string }
  | { type: 'arrived'; mediaFileId: string }
)

export type UploadEvent =
  | ItemEvent
  | { type: 'added'; items: readonly ChosenUpload[] }
  | { type: 'refused'; files: readonly RefusedFile[] }
  | { type: 'dismissed' }
  | { type: 'signedOut' }

/** The state after an event. An event without an entry is ignored; `removed` takes the upload off the list. */
const TRANSITIONS: Record<
  ChosenUpload['state'],
  Partial<Record<ItemEvent['type'], ChosenUpload['state'] | 'removed'>>
> = {
  chosen: { recognized: 'chosen', measured: 'chosen', started: 'waiting', rejected: 'removed', cleared: 'removed' },
  waiting: { measured: 'waiting', paused: 'paused', cancelled: 'chosen' },
  sending: {
    measured: 'sending',
    begun: 'sending',
    progressed: 'sending',
    interrupted: 'lost',
    failed: 'chosen',
    arrived: 'removed',
    paused: 'paused',
    cancelled: 'chosen',
  },
  paused: { measured: 'paused', resumed: 'waiting', cancelled: 'chosen' },
  lost: { measured: 'lost', retried: 'waiting', resumed: 'waiting', paused: 'paused', cancelled: 'chosen' },
}

export const NO_UPLOADS: UploadsState = { items: [], refused: [], uploadedIds: [] }

const UNSENT = { sentBytes: 0, speed: null, failure: null, interruptions: 0 }

export const newUpload = (key: string, file: File, replaces: ChosenUpload['replaces']): ChosenUpload => ({
  ...UNSENT,
  key,
  file,
  state: 'chosen',
  uploadId: null,
  duration: null,
  replaces,
})

/** The uploads after an event. Waiting uploads are sent, in their order, as soon as fewer than two are being sent. */
export const next = (state: UploadsState, event: UploadEvent): UploadsState => {
  if (event.type === 'signedOut') return NO_UPLOADS
  if (event.type === 'dismissed') return { ...state, refused: [] }
  if (event.type === 'refused') return { ...state, refused: [...without(state.refused, event.files), ...event.files] }
  if (event.type === 'added') {
    const refused = without(
      state.refused,
      event.items.map(({ file }) => file),
    )
    return { ...state, refused, items: [...state.items, ...event.items] }
  }
  const before = state.items.find(({ key }) => key === event.key)
  const target = before && TRANSITIONS[before.state][event.type]
  if (target === undefined) return state
  const uploadedIds = event.type === 'arrived' ? [event.mediaFileId, ...state.uploadedIds] : state.uploadedIds
  const items = state.items.flatMap((item) => {
    if (item !== before) return item
    return target === 'removed' ? [] : { ...item, ...changesBy(event, item), state: target }
  })
  const refused = event.type === 'rejected' && before ? [...state.refused, rejectedBy(event, before)] : state.refused
  return { items: sendWaiting(items), refused, uploadedIds }
}

const without = (refused: readonly RefusedFile[], files: readonly { name: string }[]) =>
  refused.filter(({ name }) => files.every((file) => file.name !== name))

const rejectedBy = (event: Omit<RefusedFile, 'key' | 'name'>, { key, file }: ChosenUpload) => {
  const { title, description } = event
  return { key, name: file.name, title, description }
}

const changesBy = (event: ItemEvent, item: ChosenUpload): Partial<ChosenUpload> => {
  switch (event.type) {
    case 'recognized':
    case 'begun':
      return { uploadId: event.uploadId }
    case 'measured':
      return { duration: event.duration }
    case 'started':
    case 'retried':
      return { failure: null }
    case 'resumed':
      return { failure: null, interruptions: 0 }
    case 'progressed': {
      const { sent: sentBytes, speed } = event
      return { sentBytes, speed, ...(sentBytes > item.sentBytes && { interruptions: 0 }) }
    }
    case 'interrupted':
      return { speed: null, failure: event.sentence, interruptions: item.interruptions + 1 }
    case 'paused':
      return { speed: null, failure: null, interruptions: 0 }
    case 'failed':
      return { ...UNSENT, failure: event.sentence }
    case 'cancelled':
      return { ...UNSENT, uploadId: null }
    default:
      return {}
  }
}

/** The bar is at 10 % on start, and the bytes fill the rest. */
export const percentOf = ({ sentBytes, file }: ChosenUpload) =>
  START_PERCENT + Math.floor(((100 - START_PERCENT) * sentBytes) / file.size)

const sendWaiting = (items: ChosenUpload[]) => {
  let free = AT_ONCE - items.filter(({ state }) => state === 'sending').length
  return items.map((item): ChosenUpload => {
    if (item.state !== 'waiting' || free <= 0) return item
    free -= 1
    return { ...item, state: 'sending', speed: null }
  })
}
