import { setTimeout as delay } from 'node:timers/promises'

/** Settles like the promise, or rejects after this time. The work itself continues, and its later error is ignored. */
export const inTime = <Value>(work: Promise<Value>, timeoutMs: number, what: string): Promise<Value> =>
  Promise.race([
    work,
    delay(timeoutMs, undefined, { ref: false }).then(() => {
      throw new Error(`${what} did not respond in time`)
    }),
  ])
