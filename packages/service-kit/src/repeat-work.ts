import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from './log/log.ts'

interface RepeatOptions {
  /** Of the log line of a failure, as in "publishing failed, will retry". */
  what: string
  pauseMs: number
  log: Log
}

/** Calls `work` at once and again after each pause. The calls do not overlap. A failure is logged. */
export const repeatWork = ({ what, pauseMs, log }: RepeatOptions, work: (signal: AbortSignal) => Promise<unknown>) => {
  const stopping = new AbortController()
  const { signal } = stopping

  const loop = async () => {
    while (!signal.aborted) {
      await work(signal).catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error }, `${what} failed, will retry`)
      })
      await delay(pauseMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const running = loop()

  return {
    /** Aborts the signal and waits for the current call. */
    async close() {
      stopping.abort()
      await running
    },
  }
}
