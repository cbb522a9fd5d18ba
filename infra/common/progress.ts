const isTerminal = process.stdout.isTTY === true
const CLEAR_LINE = '\r\u001B[2K'

const secondsSince = (time: number): string => `${((Date.now() - time) / 1000).toFixed(1)} s`

export const printLine = (line: string): void => {
  process.stdout.write(`${isTerminal ? CLEAR_LINE : ''}${line}\n`)
}

/** Prints a step while it runs. On a terminal, its duration replaces the line afterwards. */
export const step = async <T>(title: string, work: () => Promise<T>): Promise<T> => {
  const startedAt = Date.now()
  process.stdout.write(isTerminal ? `${CLEAR_LINE}  … ${title}` : `  ${title}\n`)
  try {
    const result = await work()
    if (isTerminal) process.stdout.write(`${CLEAR_LINE}  ✓ ${title} (${secondsSince(startedAt)})\n`)
    return result
  } catch (error) {
    if (isTerminal) process.stdout.write(`${CLEAR_LINE}  ✗ ${title}\n`)
    throw error
  }
}
