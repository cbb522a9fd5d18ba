import { setTimeout as delay } from 'node:timers/promises'

const PAUSE_MS = 100

/** As the client library words an answer that asks for patience: 503 of a bucket that is busy, and others of that kind. */
const asksForPatience = (error: unknown) => error instanceof Error && error.message.includes('Retryable HTTP status')

/**
 * Asks a bucket once more that wanted a moment. The library would do the same, but says so on the console, in a line that
 * is no JSON. What it repeats must not mind being done twice.
 */
export const withSecondTry = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await work()
  } catch (error) {
    if (!asksForPatience(error)) throw error
    // Not all who were sent away at the same moment come back at the same moment.
    await delay(PAUSE_MS * (1 + Math.random()))
    return work()
  }
}
