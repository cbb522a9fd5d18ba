import { GRACE_SECONDS } from './numbers.ts'

export interface Proof {
  /** Seconds proven so far. */
  heardSeconds: number
  /** Whole seconds by the database's clock since credit counts, and since the last sign of life. */
  secondsCounted: number
  secondsSilent: number
}

/**
 * How much of a claim the clock bears out. What was proven stays proven; beyond it nobody can have heard more than the
 * time that has passed, neither since the beginning nor since they were last heard of. `heartbeats.queries.ts` has
 * the same rule in SQL for whole batches of heartbeats, and a test holds the two together.
 */
export const believe = (claimedSeconds: number, { heardSeconds, secondsCounted, secondsSilent }: Proof) =>
  Math.max(
    heardSeconds,
    Math.min(claimedSeconds, Math.max(0, secondsCounted), heardSeconds + Math.max(0, secondsSilent) + GRACE_SECONDS),
  )
