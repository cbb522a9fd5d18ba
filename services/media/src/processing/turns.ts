import type { Db } from '@griot/service-kit/db'
import type { Log } from '@griot/service-kit/log'
import type { Job } from '@griot/service-kit/queue'
import type { Queue } from 'bullmq'
import {
  endTurnOf,
  giveTurn,
  isTurnFree,
  keepTurn,
  nextWaiter,
  stopWaiting,
  takeTurn,
  waitForTurn,
} from './turns.queries.ts'

const KEEP_MS = 5_000
// Whoever ends a turn wakes the next; this is for when they were killed before they could.
const LOOK_AGAIN_MS = 15_000

interface TurnParts {
  db: Db
  queue: Pick<Queue, 'getJob'>
  log: Log
}

/**
 * One job a person at a time, so that somebody's two hundred files do not stand in the way of somebody else's one. A
 * job that comes too early goes back to the queue and is woken when its turn has come.
 */
export const createTurns = ({ db, queue, log }: TurnParts) => {
  const wakeNext = async (ownerId: string): Promise<void> => {
    const jobId = await nextWaiter(db, ownerId)
    if (jobId === undefined) return
    const job = await queue.getJob(jobId)
    if (job !== undefined && !(await job.isCompleted()) && !(await job.isFailed())) {
      // One that is on its way already needs nobody to wake it.
      await job.promote().catch(() => {})
      return
    }
    await stopWaiting(db, jobId)
    await wakeNext(ownerId)
  }
  /** Nobody waits for it: while the queue is away it may take for ever, and who was not woken looks again by themselves. */
  const wake = (ownerId: string) => {
    wakeNext(ownerId).catch((error: unknown) => log.warn({ err: error }, 'the next one was not woken'))
  }

  return {
    /** Does `work` when it is the job's turn, and answers whether it was; else the job was put back. */
    async during(mediaFileId: string, job: Job<unknown>, work: () => Promise<void>) {
      const asked = await takeTurn(db, mediaFileId, job.id ?? '')
      // Of a file that is gone there is nothing left to do, so it takes nobody's turn.
      if (asked === undefined) {
        await work()
        return true
      }
      const { turn, isTaken } = asked
      if (!isTaken) {
        await waitForTurn(db, turn)
        await job.moveToDelayed(Date.now() + LOOK_AGAIN_MS, job.token)
        // It may have ended before this job could be woken.
        if (await isTurnFree(db, turn.ownerId)) wake(turn.ownerId)
        return false
      }
      const keeping = setInterval(() => {
        keepTurn(db, turn).catch((error: unknown) => log.warn({ err: error }, 'turn not kept'))
      }, KEEP_MS)
      try {
        await work()
      } finally {
        clearInterval(keeping)
        await giveTurn(db, turn)
          .then(() => wake(turn.ownerId))
          .catch((error: unknown) => log.warn({ err: error }, 'turn not given up'))
      }
      return true
    },
    /** For a job that is over because its worker was killed once too often: nobody else gives up its turn. */
    async end(jobId: string) {
      const ownerId = await endTurnOf(db, jobId)
      if (ownerId !== undefined) wake(ownerId)
    },
  }
}
