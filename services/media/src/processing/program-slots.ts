/** As many programs as a small machine has processors. */
export const PROGRAM_SLOTS = 2

const free = Array.from({ length: PROGRAM_SLOTS }, (_, slot) => slot)
const waiting: ((slot: number) => void)[] = []

/**
 * Runs a program when there is a processor for it. More jobs than that are under way, so that one is fetched and written
 * down while others compute. Once a process, as the processors are. No two programs have the same slot at a time.
 */
export const withProgramSlot = async <Result>(run: (slot: number) => Promise<Result>): Promise<Result> => {
  const slot = free.pop() ?? (await new Promise<number>((resolve) => waiting.push(resolve)))
  try {
    return await run(slot)
  } finally {
    const next = waiting.shift()
    if (next === undefined) free.push(slot)
    else next(slot)
  }
}
