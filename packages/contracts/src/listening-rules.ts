// Rules about a position in an episode. The service decides by them and the player predicts by them.

/** The reasons of a receipt that can have points. Each other reason explains points that were not earned. */
export const EARNING_REASONS = ['started', 'minutes', 'completed', 'weekly', 'badge'] as const
export type EarningReason = (typeof EARNING_REASONS)[number]

/** Reaching this share of an episode completes it. */
export const COMPLETED_PERCENT = 95

/** An episode without a known length (0) is never completed. */
export const isCompletedAt = (positionSeconds: number, lengthSeconds: number) =>
  lengthSeconds > 0 && positionSeconds * 100 >= lengthSeconds * COMPLETED_PERCENT

/** Where playback resumes: at the start again once the episode is completed. */
export const resumeFrom = (positionSeconds: number, lengthSeconds: number) =>
  isCompletedAt(positionSeconds, lengthSeconds) ? 0 : withinLength(positionSeconds, lengthSeconds)

export const withinLength = (positionSeconds: number, lengthSeconds: number) =>
  lengthSeconds > 0 ? Math.min(positionSeconds, lengthSeconds) : positionSeconds

/** Percent of the episode with two decimals, rounded down. */
export const progressAt = (positionSeconds: number, lengthSeconds: number) =>
  lengthSeconds > 0 ? Math.min(100, Math.floor((positionSeconds * 10_000) / lengthSeconds) / 100) : 0

export const positionAt = (progress: number, lengthSeconds: number) => Math.floor((progress * lengthSeconds) / 100)
