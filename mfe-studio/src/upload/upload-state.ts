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

export interface UploadsState {
  items: readonly ChosenUpload[]
  /** The media files uploaded in this visit, newest first. */
  uploadedIds: readonly string[]
}

// `resumed` is an action of the user, `retried` happens automatically after an interruption.
type ItemEvent = { key: string } & (
  | { type: 'cleared' | 'started' | 'paused' | 'resumed' | 'retried' | 'cancelled' }
  | { type: 'recognized' | 'begun'; uploadId: string }
  | { type: 'measured'; duration: number }
  | { type: 'progressed'; sent: number; speed: UploadSpeed | null }
  | { type: 'interrupted' | 'failed'; sentence: string }
  | { type: 'arrived'; mediaFileId: string }
)

export type UploadEvent = ItemEvent | { type: 'added'; items: readonly ChosenUpload[] } | { type: 'signedOut' }

/** The state after an event. An event without an entry is ignored; `removed` takes the upload off the list. */
const TRANSITIONS: Record<
  ChosenUpload['state'],
  Partial<Record<ItemEvent['type'], ChosenUpload['state'] | 'removed'>>
> = {
  chosen: { recognized: 'chosen', measured: 'chosen', started: 'waiting', cleared: 'removed' },
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

export const NO_UPLOADS: UploadsState = { items: [], uploadedIds: [] }

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
  if (event.type === 'added') return { ...state, items: [...state.items, ...event.items] }
  const before = state.items.find(({ key }) => key === event.key)
  const target = before && TRANSITIONS[before.state][event.type]
  if (target === undefined) return state
  const uploadedIds = event.type === 'arrived' ? [event.mediaFileId, ...state.uploadedIds] : state.uploadedIds
  const items = state.items.flatMap((item) => {
    if (item !== before) return item
    return target === 'removed' ? [] : { ...item, ...changesBy(event, item), state: target }
  })
  return { items: sendWaiting(items), uploadedIds }
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
