import { type Db, inTransaction } from '@griot/service-kit/db'
import type { Log } from '@griot/service-kit/log'
import { enqueue, type Outbox } from '@griot/service-kit/outbox'
import type { Queue } from 'bullmq'
import { ProbeMedia } from './probe-media.job.ts'
import { markFailed, nextRound, type Round, silentRounds } from './processing.queries.ts'

/** Said when processing itself failed, whatever the file is like. */
export const GAVE_UP = 'We could not process this file. Please try again, or upload it once more.'

const QUEUED_AGAIN = 'The queue had lost sight of this file, so it was queued again.'

interface RequeueParts {
  db: Db
  queue: Pick<Queue, 'getJob'>
  outbox: Pick<Outbox, 'kick'>
  log: Log
}

const stateOf = async (queue: RequeueParts['queue'], round: Round) => {
  const job = await queue.getJob(ProbeMedia.id(round))
  return job === undefined ? 'missing' : job.getState()
}

/**
 * Compares what the rows say with what the queue knows. A file whose job the queue has lost gets a new round; one whose
 * job has failed for good is told so. Any number of copies may run it.
 */
export const requeueLost = async ({ db, queue, outbox, log }: RequeueParts, silentSeconds = 60) => {
  for (const round of await silentRounds(db, silentSeconds)) {
    const state = await stateOf(queue, round)
    if (state === 'failed') {
      await markFailed(db, round, GAVE_UP)
    } else if (state === 'missing' || state === 'completed' || state === 'unknown') {
      await inTransaction(db, async (tx) => {
        const next = await nextRound(tx, round, QUEUED_AGAIN)
        if (next !== null) await enqueue(tx, ProbeMedia, next)
      })
      log.warn({ ...round, state }, 'file queued again')
    }
  }
  outbox.kick()
}
