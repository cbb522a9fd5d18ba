import { originOf, within } from '@griot/service-kit/log/request-origin'
import { withinJob } from '@griot/service-kit/queue/job-context'
import type { Outbox } from '@griot/service-kit/queue/outbox'
import { DelayedError, type Job, type Queueing } from '@griot/service-kit/queue/queue'
import { repeatWork } from '@griot/service-kit/repeat-work'
import { useFfmpeg } from '../audio/run-ffmpeg.ts'
import { LONG_MEDIA_QUEUE, MEDIA_QUEUE, type MediaQueues, openMediaQueues } from '../jobs/media-queues.ts'
import { requireTurn } from '../jobs/owner-budget.ts'
import { createOwnerLock } from '../jobs/owner-lock.ts'
import { type HandlerParts, runAttempt, settleAttempt } from '../jobs/run-attempt.ts'
import { createFillMp3s } from '../open-audio/fill-mp3s.ts'
import { auditObjects, type Broken } from '../storage/audit-objects.ts'
import { removeRetired } from '../storage/objects.ts'
import { sweepUploads } from '../uploads/abandon-upload.ts'
import { workOf } from './handlers.ts'
import { requeueLost } from './requeue-lost.ts'

// Two programs of each queue run at once. Meanwhile other jobs download or save their files.
const CONCURRENCY = { [MEDIA_QUEUE]: 4, [LONG_MEDIA_QUEUE]: 3 }
const HOUSEKEEPING_MS = 20_000
const ABANDONED_MS = 60 * 60_000
// Enough to finish nearly every file. A longer one returns to the queue and begins again in another worker.
const FINISH_MS = 5_000

interface WorkerParts extends HandlerParts {
  outbox: Pick<Outbox, 'kick'>
  queueing: Queueing
  /** The time without a renewed lock after which another worker repeats a job; by default that of the queue. */
  lockMs?: number
  /** Called for each recording that the audit finds lost or damaged. */
  onBroken?: (found: Broken) => void
}

/** Runs the jobs of the media queues, and every 20 seconds the housekeeping. */
export const startWorker = (parts: WorkerParts) => {
  const { db, queueing, outbox, sandbox, log, lockMs } = parts
  useFfmpeg(sandbox)
  const queues = openMediaQueues(queueing)
  const ownerLock = createOwnerLock({ db, queue: queues, log })
  const stopping = new AbortController()
  const context = { db, log, stopping: stopping.signal }

  const attempt = async (job: Job<unknown>) => {
    const work = workOf(parts, job)
    const run = () => runAttempt(context, work, job.attemptsMade + 1)
    try {
      if (!work.usesFfmpeg) return await run()
      await requireTurn(db, work.mediaFileId, job)
      await ownerLock.run(work.mediaFileId, job, run)
    } catch (error) {
      if (error instanceof DelayedError) throw error
      await settleAttempt(context, job, work, error instanceof Error ? error : new Error(String(error)))
    }
  }

  // BullMQ fails a job whose workers were killed too often, without an attempt that could record it.
  const recordFailure = async (job: Job<unknown>, error: Error) => {
    await workOf(parts, job).record({ step: 'failed', technical: error.message })
    await ownerLock.release(job.id ?? '')
  }
  const work = (name: keyof typeof CONCURRENCY) => {
    const worker = queueing.worker<unknown>(name, (job) => withinJob(job, () => attempt(job)), {
      concurrency: CONCURRENCY[name],
      ...(lockMs !== undefined && { lockDuration: lockMs, stalledInterval: lockMs / 2 }),
    })
    worker.on('completed', () => outbox.kick())
    worker.on('failed', (job, error) => {
      if (job?.finishedOn === undefined) return
      within(originOf(job), () =>
        recordFailure(job, error).catch((cause: unknown) =>
          log.warn({ err: cause, jobId: job.id }, 'failure not recorded'),
        ),
      )
    })
    return worker
  }
  const workers = [work(MEDIA_QUEUE), work(LONG_MEDIA_QUEUE)]

  const fillMp3s = createFillMp3s(db)
  const housekeeping = repeatWork({ what: 'housekeeping', pauseMs: HOUSEKEEPING_MS, log }, () =>
    runHousekeeping(parts, queues, fillMp3s),
  )

  return {
    /** Finishes the running jobs or returns them to the queue. */
    async close() {
      // Not awaited: an audit may read from the bucket for minutes.
      void housekeeping.close()
      const timeout = setTimeout(() => stopping.abort(new Error('the worker is stopping')), FINISH_MS)
      await Promise.all(workers.map((worker) => worker.close()))
      clearTimeout(timeout)
    },
  }
}

/** Repairs the state after a lost queue or a killed process. Every part may run in several workers at once. */
const runHousekeeping = async (
  { db, store, queueing, log, onBroken }: WorkerParts,
  queue: MediaQueues,
  fillMp3s: () => Promise<void>,
) => {
  if (!queueing.isReachable()) return
  await requeueLost({ db, queue, log })
  await fillMp3s()
  await sweepUploads({ db, store })
  await removeRetired(db, store)
  await store.sweep(ABANDONED_MS)
  await auditObjects({ db, store, log, onBroken })
}
