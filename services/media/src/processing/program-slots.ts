// As many programs as a small machine has processors.
const SLOTS = 2

let free = SLOTS
const waiting: (() => void)[] = []

/**
 * Runs a program when there is a processor for it. More jobs than that are under way, so that one is fetched and written
 * down while others compute. Once a process, as the processors are.
 */
export const withProgramSlot = async <Result>(run: () => Promise<Result>): Promise<Result> => {
  if (free > 0) free -= 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await run()
  } finally {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }
}
