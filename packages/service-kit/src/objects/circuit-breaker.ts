interface CircuitBreakerOptions {
  /** Consecutive failures that open the circuit. */
  failures: number
  /** How long an open circuit rejects calls before it lets one through as a test. */
  openMs: number
}

export type CircuitBreaker = <Result>(call: () => Promise<Result>) => Promise<Result>

/** Rejects calls at once, with the last failure, while the circuit is open. Only errors that `isFailure` counts open it. */
export const createCircuitBreaker = (
  { failures, openMs }: CircuitBreakerOptions,
  isFailure: (error: unknown) => boolean,
): CircuitBreaker => {
  let consecutive = 0
  let openUntil = 0
  let lastFailure: unknown
  return async (call) => {
    if (consecutive >= failures) {
      if (performance.now() < openUntil) throw lastFailure
      openUntil = performance.now() + openMs
    }
    try {
      const result = await call()
      consecutive = 0
      return result
    } catch (error) {
      consecutive = isFailure(error) ? consecutive + 1 : 0
      lastFailure = error
      if (consecutive === failures) openUntil = performance.now() + openMs
      throw error
    }
  }
}
