import { batchCalls } from '@griot/service-kit/db/batch'
import { createAudioSentSigner, type SentFiles } from '@griot/service-kit/identity/audio-sent'
import type { ValidGrant } from '@griot/service-kit/identity/grant'
import { repeatWork } from '@griot/service-kit/repeat-work'
import type { Precision } from '../routes.ts'
import type { Shared } from '../shared.ts'
import { deleteOldAudioSent, readAudioSent, storeAudioSent } from './audio-sent.queries.ts'
import { countBytes } from './byte-ranges.ts'
import { createSentFiles, type Recipient, type SentFile } from './sent-files.ts'

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

/**
 * The bytes of recordings that users were sent: the union of all ranges, in memory and in the database. listening-points
 * credits no more than that.
 */
export const createAudioSent = async ({ db, log, config }: Pick<Shared, 'db' | 'log' | 'config'>) => {
  const sign = await createAudioSentSigner(config.IDENTITY_PRIVATE_KEY)
  const sent = createSentFiles()

  const readOne = batchCalls({
    async work(userIds: string[]) {
      const readAt = Date.now()
      for (const stored of await readAudioSent(db, [...new Set(userIds)], MOST_FILES)) sent.merge(stored)
      for (const userId of userIds) sent.listenerOf(userId).readAt = readAt
      return userIds
    },
  })
  /** After a failure, the ranges in memory remain valid. The listener gets the rest with a later heartbeat. */
  const read = (userId: string) =>
    readOne(userId).catch((error: unknown) => log.warn({ err: error }, 'audio sent not read'))

  const store = async () => {
    const files = sent.takeChanged()
    if (files.length === 0) return
    await storeAudioSent(db, files).catch((error: unknown) => {
      sent.putBack(files)
      throw error
    })
  }
  const storing = repeatWork({ what: 'storing the audio sent', pauseMs: STORE_EVERY_MS, log }, store)

  return {
    /** Stores the changes. Called every five seconds. */
    store,

    /** Adds a range that the user was sent, or that nginx or the bucket may send. The end is not included. */
    add(recipient: Recipient, grant: ValidGrant, start: number, end: number) {
      const file = sent.fileOf(recipient, grant)
      sent.use(file)
      sent.add(file, start, end)
    },

    /** Counts a response from `start` while it is sent. Returns the function that ends this. */
    follow: (recipient: Recipient, grant: ValidGrant, start: number, countSent: () => number) =>
      sent.follow(sent.fileOf(recipient, grant), start, countSent),

    /** Whether the user was sent a part of this recording, which the browser may have. */
    async isKnown(recipient: Recipient, grant: ValidGrant) {
      const file = sent.fileOf(recipient, grant)
      if (file.ranges.length === 0) await read(recipient.userId)
      if (file.ranges.length === 0) return false
      sent.use(file)
      return true
    },

    /**
     * A signed statement for listening-points. Reads the ranges that other instances have sent, unless this one is sending
     * to the user or has read them within the time that the statement may lack.
     */
    async statementFor(userId: string, { maxAgeMs, isExact }: Precision) {
      const listener = sent.listenerOf(userId)
      const isOld = Date.now() - listener.readAt > maxAgeMs
      if (listener.readAt === 0 || (isOld && !sent.isSending(listener))) await read(userId)
      sent.collect(listener.files.values())
      const files = latestOf(listener.files.values(), isExact ? inThousandths : inSteps)
      const content = JSON.stringify(files)
      const { signed } = listener
      if (signed?.content === content && Date.now() - signed.at < REUSED_MS) return signed.token
      listener.signed = { content, token: sign(userId, files), at: Date.now() }
      return listener.signed.token
    },

    async sweep() {
      sent.removeIdle(Date.now() - IDLE_MS)
      await deleteOldAudioSent(db, KEPT_DAYS)
    },

    /** Stores the remaining changes. */
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
