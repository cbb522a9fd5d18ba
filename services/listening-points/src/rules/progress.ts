import { DISPLAYED_FOR_COMPLETED } from './numbers.ts'
import { isCompletedAt } from './points.ts'

/** Percent of an episode that a position is, with two decimals, never rounded up to the end. */
export const progressAt = (positionSeconds: number, lengthSeconds: number) =>
  lengthSeconds > 0 ? Math.min(100, Math.floor((positionSeconds * 10_000) / lengthSeconds) / 100) : 0

export const positionAt = (progress: number, lengthSeconds: number) => Math.floor((progress * lengthSeconds) / 100)

/** Where playing goes on: from the beginning again once someone has reached the end. */
export const resumeFrom = (positionSeconds: number, lengthSeconds: number) =>
  isCompletedAt(positionSeconds, lengthSeconds) ? 0 : withinLength(positionSeconds, lengthSeconds)

/** No player stands behind the end of an episode whose length is known. */
export const withinLength = (positionSeconds: number, lengthSeconds: number) =>
  lengthSeconds > 0 ? Math.min(positionSeconds, lengthSeconds) : positionSeconds

/** What the history shows beside an episode; never part of the balance, which is the sum of the ledger. */
export const displayedPoints = ({ completed, progress }: { completed: boolean; progress: number }) =>
  completed ? DISPLAYED_FOR_COMPLETED : Math.floor(progress / 10)
