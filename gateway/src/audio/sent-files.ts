import type { ValidGrant } from '@griot/service-kit/identity/grant'
import type { StoredFile } from './audio-sent.queries.ts'
import { addRange } from './byte-ranges.ts'

export interface SentFile extends StoredFile {
  /** Responses that are being sent. Each call adds the bytes sent since the last call. */
  readonly responses: Set<() => void>
}

export interface Listener {
  readonly files: Map<string, SentFile>
  /** Milliseconds since 1970, like all times here; 0 before the first read. */
  readAt: number
  usedAt: number
  signed: { content: string; token: Promise<string>; at: number } | null
}

export interface Recipient {
  userId: string
  mediaId: string
}

/** The bytes that users were sent, as far as this instance sent or read them. */
export const createSentFiles = () => {
  const listeners = new Map<string, Listener>()
  const inFlight = new Set<SentFile>()
  const changed = new Set<SentFile>()

  const listenerOf = (userId: string) => {
    const listener = listeners.get(userId) ?? { files: new Map(), readAt: 0, usedAt: 0, signed: null }
    listeners.set(userId, listener)
    listener.usedAt = Date.now()
    return listener
  }

  const fileOf = ({ userId, mediaId }: Recipient, grant: Pick<ValidGrant, 'key' | 'size'>) => {
    const { files } = listenerOf(userId)
    const { key: objectKey, size: sizeBytes } = grant
    const key = `${mediaId} ${objectKey}`
    const file = files.get(key) ?? {
      ...{ userId, mediaId, objectKey, sizeBytes },
      ...{ ranges: [], usedAt: 0, responses: new Set<() => void>() },
    }
    files.set(key, file)
    return file
  }

  const use = (file: SentFile) => {
    file.usedAt = Date.now()
    changed.add(file)
  }

  const add = (file: SentFile, start: number, end: number) => {
    const ranges = addRange(file.ranges, [start, end])
    file.usedAt = Date.now()
    if (ranges === file.ranges) return
    file.ranges = ranges
    changed.add(file)
  }

  const collect = (files: Iterable<SentFile>) => {
    for (const { responses } of files) for (const addSent of responses) addSent()
  }

  const isSending = ({ files }: Listener) => [...files.values()].some((file) => inFlight.has(file))

  return {
    listenerOf,
    fileOf,
    use,
    add,
    /** Adds the bytes that the responses in progress have sent so far. */
    collect,
    isSending,

    /** Counts a response from `start` while it is sent. Returns the function that ends this. */
    follow(file: SentFile, start: number, countSent: () => number) {
      const addSent = () => add(file, start, start + countSent())
      use(file)
      file.responses.add(addSent)
      inFlight.add(file)
      return () => {
        addSent()
        file.responses.delete(addSent)
        if (file.responses.size === 0) inFlight.delete(file)
      }
    },

    /** Adds the stored ranges. */
    merge(stored: StoredFile) {
      const file = fileOf(stored, { key: stored.objectKey, size: stored.sizeBytes })
      for (const range of stored.ranges) file.ranges = addRange(file.ranges, range)
      file.usedAt = Math.max(file.usedAt, stored.usedAt)
    },

    /** The files that changed since the last call, with the responses in progress. */
    takeChanged() {
      collect(inFlight)
      const files = [...changed]
      changed.clear()
      return files
    },

    /** Returns files that could not be stored. */
    putBack(files: readonly SentFile[]) {
      for (const file of files) changed.add(file)
    },

    /** Removes users without requests since `time`. */
    removeIdle(time: number) {
      for (const [userId, listener] of listeners) {
        if (!isSending(listener) && listener.usedAt < time) listeners.delete(userId)
      }
    },
  }
}
