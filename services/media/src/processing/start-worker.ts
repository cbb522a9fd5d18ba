import type { Log } from '@griot/service-kit/log'
import type { JobType, Queueing } from '@griot/service-kit/queue'
import { DelayedError, type Job, UnrecoverableError } from '@griot/service-kit/queue'
import type { z } from 'zod'
import { removeObject } from '../files/delete-file.ts'
import { RemoveObject } from '../files/remove-object.job.ts'
import { sweepUploads } from '../uploads/abandon-upload.ts'
import { useFfmpeg } from './decode-file.ts'
import { JOBS } from './jobs.ts'
import { MEDIA_QUEUE, ProbeMedia } from './probe-media.job.ts'
import { type Attempt, type ProbeParts, probeMedia } from './probe-media.ts'
import { markFailed, recordStep } from './processing.queries.ts'
import { GAVE_UP, requeueLost } from './requeue-lost.ts'

// As many ffmpegs as a small machine has processors.
const CONCURRENCY = 2
const HOUSEKEEPING_MS = 60_000
const ABANDONED_MS = 60 * 60_000
// Long enough to finish nearly every file; a longer one is handed back, and begins again in another worker.
const FINISH_MS = 5_000

const TRIED_AGAIN = 'Something went wrong on our side. It is tried again by itself in a moment.'
const HANDED_BACK = 'The worker was stopped, so another one begins again.'

type JobAttempt = Pick<Attempt, 'number' | 'signal'>

interface JobHandler {
  type: JobType
  handle(data: unknown, attempt: JobAttempt): Promise<void>
}

const onJob = <Data extends z.ZodObject>(
  type: JobType<Data>,
  handle: (data: z.output<Data>, attempt: JobAttempt) => Promise<void>,
): JobHandler => ({
  type: type as unknown as JobType,
  handle: (data, attempt) => handle(type.data.parse(data), attempt),
})

const handlersOf = (parts: ProbeParts) => {
  const handlers = [
    onJob(ProbeMedia, (round, attempt) => probeMedia(parts, { round, ...attempt })),
    onJob(RemoveObject, ({ mediaFileId }) => removeObject(parts.db, parts.store, mediaFileId)),
  ]
  const byName = new Map(handlers.map((handler) => [handler.type.name, handler]))
  for (const { name } of JOBS) if (!byName.has(name)) throw new Error(`No one does ${name}.`)
  return byName
}

export interface MediaWorker {
  /** Finishes or hands back what is being worked on. */
  close(): Promise<void>
}

/** Does the jobs of the media queue, and once a minute puts right what the queue or a killed process has forgotten. */
export const startWorker = (parts: ProbeParts & { queueing: Queueing }): MediaWorker => {
  const { db, store, queueing, sandbox, outbox, log } = parts
  useFfmpeg(sandbox.ffmpeg)
  const handlers = handlersOf(parts)
  const stopping = new AbortController()

  const worker = queueing.worker<unknown>(
    MEDIA_QUEUE,
    async (job) => {
      try {
        await handlers.get(job.name)?.handle(job.data, { number: job.attemptsMade + 1, signal: stopping.signal })
      } catch (error) {
        if (!stopping.signal.aborted) throw error
        await tellHandedBack(parts, job)
        // Not its fault, so it costs no attempt.
        await job.moveToDelayed(Date.now(), job.token)
        throw new DelayedError()
      }
    },
    { concurrency: CONCURRENCY },
  )
  worker.on('failed', (job, error) => {
    if (job !== undefined) tellFailure(parts, job, error)
  })

  const queue = queueing.queue(MEDIA_QUEUE)
  const housekeeping = setInterval(() => {
    requeueLost({ db, queue, outbox, log })
      .then(() => sweepUploads({ db, store }))
      .then(() => store.sweep(ABANDONED_MS))
      .catch((error: unknown) => log.warn({ err: error }, 'housekeeping waits'))
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
const tellFailure = ({ db, log }: ProbeParts & { log: Log }, job: Job<unknown>, error: Error) => {
  const isLast = job.finishedOn !== undefined
  const about = { jobId: job.id, job: job.name, attempt: job.attemptsMade, isLast }
  // A verdict on a file is everyday work; only what may be our own trouble is a warning.
  if (error instanceof UnrecoverableError) log.info({ ...about, reason: error.message }, 'job failed')
  else log.warn({ ...about, err: error }, 'job failed')
  if (job.name !== ProbeMedia.name) return
  const round = ProbeMedia.data.parse(job.data)
  const technical = error.message
  const told = isLast
    ? markFailed(db, round, GAVE_UP, { technical })
    : recordStep(db, round, { kind: 'interrupted', attempt: job.attemptsMade, sentence: TRIED_AGAIN, technical })
  told.catch((cause: unknown) =>
    // The next housekeeping finds the failed job and tells the file.
    log.warn({ err: cause, jobId: job.id }, 'failure not written'),
  )
}

const tellHandedBack = async ({ db, log }: ProbeParts, job: Job<unknown>) => {
  if (job.name !== ProbeMedia.name) return
  await recordStep(db, ProbeMedia.data.parse(job.data), { kind: 'queued', sentence: HANDED_BACK }).catch(
    (error: unknown) => log.warn({ err: error, jobId: job.id }, 'handing back not written'),
  )
}
