import type { Sandbox } from '@griot/service-kit/audio/sandbox'
import type { Db } from '@griot/service-kit/db/db'
import type { Log } from '@griot/service-kit/log/log'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { DelayedError, type Job } from '@griot/service-kit/queue/queue'
import { recordLog, recordOnce } from '../timeline/timeline.queries.ts'
import { type AttemptEntry, outcomeOf } from './outcomes.ts'
import { recordUsage } from './owner-budget.ts'
import { ProcessingFailure } from './processing-failure.ts'
import type { Workspace } from './workspace.ts'

export interface HandlerParts {
  db: Db
  sandbox: Sandbox
  store: ObjectStore
  workspace: Workspace
  log: Log
}

export interface Attempt {
  /** From 1. */
  number: number
  /** Aborted if the worker stops or the work is no longer wanted. */
  signal: AbortSignal
  /** Adds a line to the log of the file, for admins. */
  log(line: string): void
  /** Writes the lines to the database now instead of at the end of the attempt. */
  saveLog(): Promise<void>
  /** Adds seconds of CPU time to the usage of the owner. */
  addCpuSeconds(seconds: number): void
  /** Writes the progress at most once a second, and aborts the attempt if the work is no longer wanted. */
  reportPercent(percent: number): void
}

/** Work on one media file. */
export interface FileWork {
  mediaFileId: string
  /** An owner has one job with ffmpeg running at a time, and a budget for it. */
  usesFfmpeg: boolean
  run(attempt: Attempt): Promise<void>
  /** Returns false if the work is no longer wanted. */
  writePercent(percent: number): Promise<boolean>
  /** Does nothing if the work is no longer wanted. */
  record(entry: AttemptEntry): Promise<unknown>
}

type WorkerContext = Pick<HandlerParts, 'db' | 'log'> & { stopping: AbortSignal }

const PERCENT_INTERVAL_MS = 1_000
const MAX_LINES = 100

/** Runs one attempt and saves its log. Returns normally if the work is no longer wanted. */
export const runAttempt = async ({ db, log, stopping }: WorkerContext, work: FileWork, number: number) => {
  const unwanted = new AbortController()
  const lines: { at: Date; line: string }[] = []
  const addLine = (line: string) => {
    lines.push({ at: new Date(), line })
    if (lines.length > MAX_LINES) lines.shift()
  }
  const saveLog = () => recordLog(db, work.mediaFileId, number, lines.splice(0))
  let reportedAt = Date.now()
  let cpuSeconds = 0
  const addCpuSeconds = (seconds: number) => {
    cpuSeconds += seconds
  }

  const reportPercent = (percent: number) => {
    if (Date.now() - reportedAt < PERCENT_INTERVAL_MS) return
    reportedAt = Date.now()
    work.writePercent(percent).then(
      (isWanted) => isWanted || unwanted.abort(),
      (error: unknown) => log.warn({ err: error }, 'progress not written'),
    )
  }
  const signal = AbortSignal.any([stopping, unwanted.signal])
  try {
    await work.run({ number, signal, log: addLine, saveLog, addCpuSeconds, reportPercent })
  } catch (error) {
    if (unwanted.signal.aborted) return
    addLine(error instanceof ProcessingFailure ? `rejected: ${error.detail}` : String(error))
    await saveLog()
    throw error
  } finally {
    if (cpuSeconds > 0) {
      await recordUsage(db, work.mediaFileId, cpuSeconds).catch((error: unknown) =>
        log.warn({ err: error }, 'usage not recorded'),
      )
    }
  }
  await saveLog()
}

/** Records the outcome of an attempt that threw. Rejects with the error by which BullMQ delays, retries or fails the job. */
export const settleAttempt = async (
  { db, log, stopping }: WorkerContext,
  job: Job<unknown>,
  work: FileWork,
  error: Error,
): Promise<never> => {
  const number = job.attemptsMade + 1
  const isLast = number >= (job.opts.attempts ?? 1)
  const { entry, delayMs, isRecordedOnce } = outcomeOf({ error, number, isLast, isStopping: stopping.aborted })
  const about = { jobId: job.id, job: job.name, attempt: number, outcome: entry.step }
  // A refused file is ordinary work. Any other error may be ours.
  if (error instanceof ProcessingFailure) log.info({ ...about, reason: error.detail }, 'job failed')
  else log.warn({ ...about, err: error }, 'job attempt failed')

  try {
    const record = () => work.record(entry)
    if (isRecordedOnce) await recordOnce(db, work.mediaFileId, entry.sentence ?? '', record)
    else await record()
  } catch (cause) {
    // The housekeeping of a worker finds the failed job and records the failure.
    log.warn({ ...about, err: cause }, 'outcome not recorded')
  }

  if (delayMs === undefined) throw error
  await job.moveToDelayed(Date.now() + delayMs, job.token)
  throw new DelayedError()
}
