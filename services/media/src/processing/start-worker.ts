import { isUnavailable } from '@griot/service-kit/errors'
import { originOf, within } from '@griot/service-kit/origin'
import type { Queueing } from '@griot/service-kit/queue'
import { DelayedError, type Job, UnrecoverableError } from '@griot/service-kit/queue'
import { withinJob } from '@griot/service-kit/within-job'
import { auditObjects } from '../storage/audit-objects.ts'
import type { Broken } from '../storage/count-broken.ts'
import { removeRetired } from '../storage/retired-objects.ts'
import { sweepUploads } from '../uploads/abandon-upload.ts'
import { handlersOf, type JobHandler } from './job-handlers.ts'
import { MEDIA_QUEUE } from './probe-media.job.ts'
import type { ProbeParts } from './probe-media.ts'
import { requeueLost } from './requeue-lost.ts'
import { useFfmpeg } from './run-ffmpeg.ts'
import { createTurns } from './turns.ts'

// Twice as many as programs may run at once: the others are being fetched and written down meanwhile.
const CONCURRENCY = 4
const HOUSEKEEPING_MS = 20_000
const ABANDONED_MS = 60 * 60_000
const STORE_AGAIN_MS = 10_000
// Long enough to finish nearly every file; a longer one is handed back, and begins again in another worker.
const FINISH_MS = 5_000

export interface MediaWorker {
  /** Finishes or hands back what is being worked on. */
  close(): Promise<void>
}

interface WorkerParts extends ProbeParts {
  queueing: Queueing
  /** How long a job is left to a worker of which nothing is heard; as the queue has it when left out. */
  lockMs?: number
  /** Of each recording that turns out to be so. */
  onBroken?: (found: Broken) => void
}

/** Does the jobs of the media queue, and every twenty seconds puts right what the queue or a killed process has forgotten. */
export const startWorker = (parts: WorkerParts): MediaWorker => {
  const { db, store, queueing, sandbox, outbox, log, lockMs, onBroken } = parts
  useFfmpeg(sandbox)
  const handlers = handlersOf(parts)
  const queue = queueing.queue(MEDIA_QUEUE)
  const turns = createTurns({ db, queue, log })
  const stopping = new AbortController()

  const work = async (job: Job<unknown>, handler: JobHandler) => {
    const round = { number: job.attemptsMade + 1, signal: stopping.signal }
    const mediaFileId = handler.fileOf(job.data)
    if (mediaFileId === null) return handler.handle(job.data, round)
    const wasItsTurn = await turns.during(mediaFileId, job, () => handler.handle(job.data, round))
    if (!wasItsTurn) throw new DelayedError()
  }

  const attempt = async (job: Job<unknown>) => {
    const handler = handlers.get(job.name)
    if (handler === undefined) return
    try {
      await work(job, handler)
    } catch (error) {
      const isStoreAway = isUnavailable(error, 'storage')
      if (error instanceof DelayedError || !(stopping.signal.aborted || isStoreAway)) throw error
      await (stopping.signal.aborted ? handler.handedBack(job.data) : handler.waits(job.data)).catch((cause: unknown) =>
        log.warn({ err: cause, jobId: job.id }, 'handing back not written'),
      )
      if (isStoreAway) log.warn({ err: error, jobId: job.id, job: job.name }, 'job waits for the store')
      // Not its fault, so it costs no attempt.
      await job.moveToDelayed(Date.now() + (isStoreAway ? STORE_AGAIN_MS : 0), job.token)
      throw new DelayedError()
    }
  }
  const worker = queueing.worker<unknown>(MEDIA_QUEUE, (job) => withinJob(job, () => attempt(job)), {
    concurrency: CONCURRENCY,
    ...(lockMs !== undefined && { lockDuration: lockMs, stalledInterval: lockMs / 2 }),
  })
  worker.on('failed', (job, error) => {
    const handler = job === undefined ? undefined : handlers.get(job.name)
    if (job === undefined || handler === undefined) return
    within(originOf(job), () => tellFailure(parts, handler, job, error))
    if (job.finishedOn === undefined) return
    turns.end(job.id ?? '').catch((cause: unknown) => log.warn({ err: cause, jobId: job.id }, 'turn not ended'))
  })

  const keepHouse = async () => {
    if (!queueing.isReachable()) return
    await requeueLost({ db, queue, outbox, log })
    await sweepUploads({ db, store })
    await removeRetired(db, store)
    await store.sweep(ABANDONED_MS)
    await auditObjects({ db, store, log, onBroken })
  }
  const housekeeping = setInterval(() => {
    keepHouse().catch((error: unknown) => log.warn({ err: error }, 'housekeeping waits'))
  }, HOUSEKEEPING_MS)

  return {
    async close() {
      clearInterval(housekeeping)
      const patience = setTimeout(() => stopping.abort(new Error('the worker is stopping')), FINISH_MS)
      await worker.close()
      clearTimeout(patience)
    },
  }
}

/** The last failure of a file's job is the file's; also when it was the job of a worker that died once too often. */
const tellFailure = ({ log }: ProbeParts, handler: JobHandler, job: Job<unknown>, error: Error) => {
  const isLast = job.finishedOn !== undefined
  const about = { jobId: job.id, job: job.name, attempt: job.attemptsMade, isLast }
  // A verdict on a file is everyday work; only what may be our own trouble is a warning.
  if (error instanceof UnrecoverableError) log.info({ ...about, reason: error.message }, 'job failed')
  else log.warn({ ...about, err: error }, 'job failed')
  const told = isLast
    ? handler.gaveUp(job.data, error.message)
    : handler.interrupted(job.data, job.attemptsMade, error.message)
  told.catch((cause: unknown) =>
    // The next housekeeping finds the failed job and tells the file.
    log.warn({ err: cause, jobId: job.id }, 'failure not written'),
  )
}
