import pLimit from 'p-limit'

/** Short work has its own slots, so that long work never delays it. */
export type Lane = 'short' | 'long'

// For a machine with two processors: programs of long work have a low priority of the system. More jobs run at once, so
// that one is downloaded or saved while others compute.
const slots = { short: pLimit(2), long: pLimit(2) }

export const NICENESS = { short: 0, long: 10 }

export interface Spender {
  lane: Lane
  /** Receives the seconds that a program occupied a slot. */
  spend(seconds: number): void
}

export const inSlot = <Result>({ lane, spend }: Spender, run: () => Promise<Result>) =>
  slots[lane](async () => {
    const startedAt = Date.now()
    try {
      return await run()
    } finally {
      spend((Date.now() - startedAt) / 1000)
    }
  })
