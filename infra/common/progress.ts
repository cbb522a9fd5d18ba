const isTerminal = process.stdout.isTTY === true
const CLEAR_LINE = '\r\u001B[2K'

const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`

/** One line of progress. */
export const say = (line: string): void => {
  process.stdout.write(`${isTerminal ? CLEAR_LINE : ''}${line}\n`)
}

/** Shows what is being done while it is done; on a terminal the line is then replaced by how long it took. */
export const step = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const began = Date.now()
  process.stdout.write(isTerminal ? `${CLEAR_LINE}  … ${what}` : `  ${what}\n`)
  try {
    const result = await work()
    if (isTerminal) process.stdout.write(`${CLEAR_LINE}  ✓ ${what} (${seconds(began)})\n`)
    return result
  } catch (error) {
    if (isTerminal) process.stdout.write(`${CLEAR_LINE}  ✗ ${what}\n`)
    throw error
  }
}
