import { setTimeout as delay } from 'node:timers/promises'
import { type Db, inTransaction } from '@griot/service-kit/db'
import type { Log } from '@griot/service-kit/log'
import { enqueue, type Outbox } from '@griot/service-kit/outbox'
import type { Queue } from 'bullmq'
import { lockFile } from '../files/files.queries.ts'
import { MakeRendition } from '../renditions/make-rendition.job.ts'
import { beginRendition, markNotMade, silentMakings, sourceOf } from '../renditions/renditions.queries.ts'
import { ProbeMedia } from './probe-media.job.ts'
import { markFailed, nextRound, silentRounds } from './processing.queries.ts'

/** Said when processing itself failed, whatever the file is like. */
export const GAVE_UP = 'We could not process this file. Please try again, or upload it once more.'
export const RENDITION_GAVE_UP = 'We could not even out the loudness of this recording. Please try again.'

const QUEUED_AGAIN = 'The queue had lost sight of this file, so it was queued again.'

interface RequeueParts {
  db: Db
  queue: Pick<Queue, 'getJob'>
  outbox: Pick<Outbox, 'kick'>
  log: Log
}

// Work that gets on is heard of every second; what waits is asked about each time.
const SILENT_SECONDS = 30

type JobState = 'failed' | 'lost' | 'known'

// A queue that is away may never answer; the next look is soon enough.
const PATIENCE_MS = 5_000

const stateOf = async (queue: RequeueParts['queue'], jobId: string): Promise<JobState> => {
  const job = await queue.getJob(jobId)
  const state = job === undefined ? 'missing' : await job.getState()
  if (state === 'failed') return 'failed'
  return state === 'missing' || state === 'completed' || state === 'unknown' ? 'lost' : 'known'
}

const patiently = async <Result>(asked: Promise<Result>): Promise<Result> => {
  const patience = new AbortController()
  const tooLong = delay(PATIENCE_MS, undefined, { signal: patience.signal }).then(() => {
    throw new Error('the queue does not answer')
  })
  tooLong.catch(() => {})
  try {
    return await Promise.race([asked, tooLong])
  } finally {
    patience.abort()
  }
}

/**
 * Compares what the rows say with what the queue knows. Work whose job the queue has lost is queued anew; work whose job
 * has failed for good is told so. Any number of copies may run it.
 */
export const requeueLost = async ({ db, queue, outbox, log }: RequeueParts, silentSeconds = SILENT_SECONDS) => {
  for (const round of await silentRounds(db, silentSeconds)) {
    const state = await patiently(stateOf(queue, ProbeMedia.id(round)))
    if (state === 'failed') await markFailed(db, round, GAVE_UP)
    if (state !== 'lost') continue
    await inTransaction(db, async (tx) => {
      const next = await nextRound(tx, round, QUEUED_AGAIN)
      if (next !== null) await enqueue(tx, ProbeMedia, next)
    })
    log.warn({ ...round, state }, 'file queued again')
  }
  for (const making of await silentMakings(db, silentSeconds)) {
    const state = await patiently(stateOf(queue, MakeRendition.id(making)))
    if (state === 'known') continue
    await inTransaction(db, async (tx) => {
      await lockFile(tx, making.mediaFileId)
      if (state === 'failed') await markNotMade(tx, making, RENDITION_GAVE_UP)
      else if ((await sourceOf(tx, making)) !== undefined) {
        await enqueue(tx, MakeRendition, await beginRendition(tx, making.mediaFileId))
      }
    })
    log.warn({ ...making, state }, 'rendition looked after')
  }
  outbox.kick()
}
