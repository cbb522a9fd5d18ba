import { batchCalls } from '@griot/service-kit/db/batch'
import { createAudioSentSigner, type SentFiles } from '@griot/service-kit/identity/audio-sent'
import type { ValidGrant } from '@griot/service-kit/identity/grant'
import { repeatWork } from '@griot/service-kit/repeat-work'
import type { Precision } from '../routes.ts'
import type { Shared } from '../shared.ts'
import { deleteOldAudioSent, readAudioSent, type StoredFile, storeAudioSent } from './audio-sent.queries.ts'
import { addRange, countBytes } from './byte-ranges.ts'

/** One statement stores the changes of this time, so it does not depend on the number of chunks. A crash loses as much. */
const STORE_EVERY_MS = 5_000
/** A listener may return to an episode that the browser still has. Afterwards its bytes are sent again. */
const KEPT_DAYS = 90
/** A statement lists this many recordings: the player loads one, and other tabs and devices may load others. */
const MOST_FILES = 8
/** A user without requests for this long is removed from memory. */
const IDLE_MS = 10 * 60_000
/** A signed statement is reused while nothing changes, because signing is slow. Half of its validity. */
const REUSED_MS = 300_000

interface SentFile extends StoredFile {
  /** Responses that are being sent. Each adds the bytes that it has sent since it was last asked. */
  readonly responses: Set<() => void>
}

interface Listener {
  readonly files: Map<string, SentFile>
  readAt: number
  usedAt: number
  signed: { content: string; token: Promise<string>; at: number } | null
}

export interface Recipient {
  userId: string
  mediaId: string
}

/**
 * The bytes of recordings that users were sent: the union of all ranges, in memory and in the database. listening-points
 * credits no more than that.
 */
export const createAudioSent = async ({ db, log, config }: Pick<Shared, 'db' | 'log' | 'config'>) => {
  const sign = await createAudioSentSigner(config.IDENTITY_PRIVATE_KEY)
  const listeners = new Map<string, Listener>()
  const inFlight = new Set<SentFile>()
  const changed = new Set<SentFile>()

  const listenerOf = (userId: string) => {
    const listener = listeners.get(userId) ?? { files: new Map(), readAt: 0, usedAt: 0, signed: null }
    listeners.set(userId, listener)
    listener.usedAt = Date.now()
    return listener
  }

  const fileOf = (
    { userId, mediaId }: Recipient,
    { key: objectKey, size: sizeBytes }: Pick<ValidGrant, 'key' | 'size'>,
  ) => {
    const { files } = listenerOf(userId)
    const key = `${mediaId} ${objectKey}`
    const file = files.get(key) ?? {
      userId,
      mediaId,
      objectKey,
      sizeBytes,
      ranges: [],
      usedAt: 0,
      responses: new Set(),
    }
    files.set(key, file)
    return file
  }

  const use = (file: SentFile) => {
    file.usedAt = Date.now()
    changed.add(file)
  }

  const add = (file: SentFile, start: number, end: number) => {
    file.usedAt = Date.now()
    const ranges = addRange(file.ranges, [start, end])
    if (ranges === file.ranges) return
    file.ranges = ranges
    changed.add(file)
  }

  const collect = (files: Iterable<SentFile>) => {
    for (const { responses } of files) for (const addSent of responses) addSent()
  }

  const readOne = batchCalls({
    async work(userIds: string[]) {
      const readAt = Date.now()
      for (const stored of await readAudioSent(db, [...new Set(userIds)], MOST_FILES)) {
        const { objectKey: key, sizeBytes: size, ranges, usedAt } = stored
        const file = fileOf(stored, { key, size })
        for (const range of ranges) file.ranges = addRange(file.ranges, range)
        file.usedAt = Math.max(file.usedAt, usedAt)
      }
      for (const userId of userIds) listenerOf(userId).readAt = readAt
      return userIds
    },
  })
  /** After a failure, what is in memory is still true. The listener gets the rest with a later heartbeat. */
  const read = (userId: string) =>
    readOne(userId).catch((error: unknown) => log.warn({ err: error }, 'audio sent not read'))

  const store = async () => {
    collect(inFlight)
    const files = [...changed]
    if (files.length === 0) return
    changed.clear()
    await storeAudioSent(db, files).catch((error: unknown) => {
      for (const file of files) changed.add(file)
      throw error
    })
  }
  const storing = repeatWork({ what: 'storing the audio sent', pauseMs: STORE_EVERY_MS, log }, store)

  return {
    /** Stores what changed. Called every five seconds. */
    store,

    /** Adds a range that the user was sent, or that nginx or the bucket may send. The end is not included. */
    add(recipient: Recipient, grant: ValidGrant, start: number, end: number) {
      const file = fileOf(recipient, grant)
      use(file)
      add(file, start, end)
    },

    /** Counts a response from `start` while it is sent. Returns the function that ends this. */
    follow(recipient: Recipient, grant: ValidGrant, start: number, countSent: () => number) {
      const file = fileOf(recipient, grant)
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

    /** Whether the user was sent a part of this recording, which the browser may have. */
    async isKnown(recipient: Recipient, grant: ValidGrant) {
      const file = fileOf(recipient, grant)
      if (file.ranges.length === 0) await read(recipient.userId)
      if (file.ranges.length === 0) return false
      use(file)
      return true
    },

    /**
     * A signed statement for listening-points. Reads what other instances have sent, unless this one is sending to the user
     * or has read it within the time that the statement may lack.
     */
    async statementFor(userId: string, { maxAgeMs, isExact }: Precision) {
      const listener = listenerOf(userId)
      const isSending = [...listener.files.values()].some((file) => inFlight.has(file))
      if (listener.readAt === 0 || (!isSending && Date.now() - listener.readAt > maxAgeMs)) await read(userId)
      collect(listener.files.values())
      const files = latestOf(listener.files.values(), isExact ? inThousandths : inSteps)
      const content = JSON.stringify(files)
      const { signed } = listener
      if (signed?.content === content && Date.now() - signed.at < REUSED_MS) return signed.token
      listener.signed = { content, token: sign(userId, files), at: Date.now() }
      return listener.signed.token
    },

    async sweep() {
      for (const [userId, { files, usedAt }] of listeners) {
        const isSending = [...files.values()].some((file) => inFlight.has(file))
        if (!isSending && usedAt < Date.now() - IDLE_MS) listeners.delete(userId)
      }
      await deleteOldAudioSent(db, KEPT_DAYS)
    },

    /** Stores the rest. */
    async close() {
      await storing.close()
      await store().catch((error: unknown) => log.warn({ err: error }, 'audio sent not stored'))
    },
  }
}
export type AudioSent = Awaited<ReturnType<typeof createAudioSent>>

/** The recordings that were used last. Of several forms of one, the largest numbers count. */
const latestOf = (files: Iterable<SentFile>, round: (part: number) => number): SentFiles => {
  const latest: Record<string, SentFiles[string]> = {}
  for (const { mediaId, ranges, sizeBytes } of [...files].sort((one, other) => other.usedAt - one.usedAt)) {
    const { share, reach } = latest[mediaId] ?? { share: 0, reach: 0 }
    if (latest[mediaId] === undefined && Object.keys(latest).length === MOST_FILES) break
    latest[mediaId] = {
      share: Math.max(share, round(countBytes(ranges) / sizeBytes)),
      reach: Math.max(reach, round((ranges.at(-1)?.[1] ?? 0) / sizeBytes)),
    }
  }
  return latest
}

// Rounded down: only a whole file is 1.
const inThousandths = (part: number) => Math.floor(Math.min(part, 1) * 1_000) / 1_000

const STEP = 1.1
/** In steps of a tenth, which the tolerance of listening-points covers. Most heartbeats then reuse a signature. */
const inSteps = (part: number) => {
  const exact = inThousandths(part)
  return exact === 0 || exact === 1 ? exact : inThousandths(STEP ** Math.floor(Math.log(exact) / Math.log(STEP)))
}
