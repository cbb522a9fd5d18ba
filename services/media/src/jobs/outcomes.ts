import { isUnavailable } from '@griot/service-kit/http/errors'
import { ProcessingFailure } from './processing-failure.ts'

export interface Failure {
  /** For the owner. A failure without a sentence gets the general one of its job. */
  sentence?: string
  /** For admins. */
  technical?: string
  /** True if a retry by the user cannot help. */
  isPermanent?: boolean
}

/** The entry of an attempt in the timeline of a file. */
export interface AttemptEntry extends Failure {
  step: 'queued' | 'interrupted' | 'failed'
  attempt?: number
}

/** An attempt that threw. */
interface FailedAttempt {
  error: Error
  /** From 1. */
  number: number
  isLast: boolean
  isStopping: boolean
}

export interface Outcome {
  entry: AttemptEntry
  /** The job is delayed and this attempt is not counted. Otherwise BullMQ retries or fails it. */
  delayMs?: number
  /** Repeated entries with the same sentence are one entry. */
  isRecordedOnce?: boolean
}

const failureOf = ({ error }: FailedAttempt): Failure =>
  error instanceof ProcessingFailure
    ? { sentence: error.message, technical: error.detail, isPermanent: error.isPermanent }
    : { technical: error.message }

const STOPPED = 'The worker stopped. Another one starts again.'
const STORAGE_UNAVAILABLE = 'The storage for recordings is unavailable. Processing continues when it is back.'
const RETRIED = 'Something went wrong on our side. We will try again in a moment.'

interface Row {
  when(attempt: FailedAttempt): boolean
  outcome(attempt: FailedAttempt): Outcome
}

/** The first row that applies decides. */
const OUTCOMES: Row[] = [
  {
    when: ({ isStopping }) => isStopping,
    outcome: () => ({ entry: { step: 'queued', sentence: STOPPED }, delayMs: 0 }),
  },
  {
    when: ({ error }) => isUnavailable(error, 'storage'),
    outcome: () => ({
      entry: { step: 'interrupted', sentence: STORAGE_UNAVAILABLE },
      delayMs: 10_000,
      isRecordedOnce: true,
    }),
  },
  {
    // A `ProcessingFailure` is an `UnrecoverableError`, after which BullMQ makes no other attempt.
    when: ({ error, isLast }) => error instanceof ProcessingFailure || isLast,
    outcome: (attempt) => ({ entry: { step: 'failed', ...failureOf(attempt) } }),
  },
]

/**
 * The outcome of an attempt that throws. An attempt succeeds if it returns, also because its file was deleted, canceled or
 * queued again. Users may retry every failure that is not permanent.
 */
export const outcomeOf = (attempt: FailedAttempt): Outcome =>
  OUTCOMES.find(({ when }) => when(attempt))?.outcome(attempt) ?? {
    entry: { step: 'interrupted', attempt: attempt.number, sentence: RETRIED, technical: attempt.error.message },
  }
