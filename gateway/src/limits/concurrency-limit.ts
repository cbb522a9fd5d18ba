import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '@griot/service-kit/http/errors'
import type { Log } from '@griot/service-kit/log/log'
import { readBody } from '../http/read-body.ts'

/** The limit of each service in one gateway process. */
export const SERVICE_LIMIT = {
  // Requests that run at once in a service. There may be more connections: those of clients that read slowly.
  maxConcurrent: 120,
  // The last request in the queue waits no more than a second or two, even on a slow machine.
  maxQueued: 360,
  maxWaitMs: 1_000,
}

/** Shared by all rejections: under overload a rejection must be cheap, and collecting a stack trace is not. */
export const OVERLOADED = new AppError(
  503,
  'service.busy',
  'Too many people are listening right now. Please try again in a few seconds.',
  { retryAfter: 2 },
)

interface Options {
  /** The limited service or work, for the log. */
  name: string
  maxConcurrent: number
  maxQueued: number
  /** A request that waits longer is rejected while its client still waits for a response. */
  maxWaitMs: number
  log: Log
}

/** Frees the slot. Further calls do nothing. */
export type Release = () => void

const LOG_INTERVAL_MS = 5_000

/**
 * Limits how many requests run at once and sheds load beyond a short queue. Without it, overload fills one long queue
 * in which every response arrives after its client has disconnected.
 */
export const createConcurrencyLimit = ({ name, maxConcurrent, maxQueued, maxWaitMs, log }: Options) => {
  // First in, first out: a Set keeps the order of insertion.
  const queue = new Set<() => void>()
  let running = 0
  let rejected = 0
  let loggedAt = Number.NEGATIVE_INFINITY

  const start = (): Release => {
    running += 1
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      running -= 1
      const [startNext] = queue
      startNext?.()
    }
  }
  const reject = () => {
    rejected += 1
    if (performance.now() - loggedAt > LOG_INTERVAL_MS) {
      loggedAt = performance.now()
      log.warn({ service: name, rejected }, 'concurrency limit reached, requests rejected')
      rejected = 0
    }
    return OVERLOADED
  }

  /** Throws 503 `service.busy` if the queue is full, the wait is too long, or `response` closes in the meantime. */
  const acquire = async (response?: ServerResponse): Promise<Release> => {
    if (running < maxConcurrent) return start()
    if (queue.size >= maxQueued) throw reject()
    return new Promise((resolve, fail) => {
      const dequeue = () => {
        queue.delete(startQueued)
        clearTimeout(timeout)
        response?.off('close', giveUp)
      }
      const startQueued = () => {
        dequeue()
        resolve(start())
      }
      const giveUp = () => {
        dequeue()
        fail(reject())
      }
      const timeout = setTimeout(giveUp, maxWaitMs)
      response?.once('close', giveUp)
      queue.add(startQueued)
    })
  }

  return {
    acquire,
    /** Runs `work` in a slot. Throws as `acquire` does. */
    async run<Result>(work: () => Promise<Result>, response?: ServerResponse): Promise<Result> {
      const release = await acquire(response)
      return work().finally(release)
    },
  }
}
export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>

export type RequestSlot = Awaited<ReturnType<typeof acquireSlot>>

/** The slot of one request. */
export const acquireSlot = async (limit: ConcurrencyLimit, response: ServerResponse) => {
  let release = await limit.acquire(response)
  return {
    /** Frees the slot while a slow body arrives, and waits for a slot again before it resolves. */
    async readBody(request: IncomingMessage) {
      // Usually the body has arrived together with the headers.
      if (request.complete) return readBody(request)
      release()
      const body = await readBody(request)
      release = await limit.acquire(response)
      return body
    },
    release: () => release(),
  }
}
