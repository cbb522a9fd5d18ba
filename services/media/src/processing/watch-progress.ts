import type { Log } from '@griot/service-kit/log'

const PROGRESS_MS = 1_000

interface Watched {
  /** Answers whether the work is still wanted. */
  write(percent: number): Promise<boolean>
  /** What the work is ended with when it is not. */
  unwanted: Error
  /** Ends the work from outside. */
  signal: AbortSignal
  log: Log
}

/** Writes down once a second how far some work is, and ends it when nobody wants it any more. */
export const watchProgress = ({ write, unwanted, signal, log }: Watched) => {
  const ending = new AbortController()
  let writtenAt = Date.now()
  return {
    signal: AbortSignal.any([signal, ending.signal]),
    onPercent(percent: number) {
      if (Date.now() - writtenAt < PROGRESS_MS) return
      writtenAt = Date.now()
      write(percent).then(
        (isWanted) => isWanted || ending.abort(unwanted),
        (error: unknown) => log.warn({ err: error }, 'progress not written'),
      )
    },
    throwIfUnwanted: () => ending.signal.throwIfAborted(),
  }
}
