import { setTimeout as delay } from 'node:timers/promises'

const PAUSE_MS = 100

/** As the client library words an answer that asks for patience: 503 of a bucket that is busy, and others of that kind. */
const asksForPatience = (error: unknown) => error instanceof Error && error.message.includes('Retryable HTTP status')

/**
 * Asks a bucket once more that wanted a moment, or as often as is said, each time after twice as long. The library would
 * do the same, but says so on the console, in a line that is no JSON. What it repeats must not mind being done twice.
 */
export const withSecondTry = async <Answer>(
  work: () => Promise<Answer>,
  times = 1,
  pauseMs = PAUSE_MS,
): Promise<Answer> => {
  try {
    return await work()
  } catch (error) {
    if (times === 0 || !asksForPatience(error)) throw error
    // Not all who were sent away at the same moment come back at the same moment.
    await delay(pauseMs * (1 + Math.random()))
    return withSecondTry(work, times - 1, 2 * pauseMs)
  }
}
