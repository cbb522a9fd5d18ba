export interface BreakerOptions {
  /** In a row, before nothing is asked for a while. */
  failures: number
  restMs: number
}

/** Runs work that needs something which may be away. */
export type Breaker = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Lets what has failed so often in a row rest: whoever wants something of it hears so at once instead of waiting for
 * the same in vain. After the rest one may try, and if that works, everyone.
 */
export const createBreaker = (
  { failures, restMs }: BreakerOptions,
  isFailure: (error: unknown) => boolean,
): Breaker => {
  let inARow = 0
  let restsUntil = 0
  let last: unknown
  return async (work) => {
    if (inARow >= failures) {
      if (performance.now() < restsUntil) throw last
      restsUntil = performance.now() + restMs
    }
    try {
      const result = await work()
      inARow = 0
      return result
    } catch (error) {
      if (isFailure(error)) {
        last = error
        inARow += 1
        if (inARow === failures) restsUntil = performance.now() + restMs
      } else inARow = 0
      throw error
    }
  }
}
