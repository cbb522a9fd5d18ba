import type { Output } from './command.ts'

interface Stream {
  write(text: string): unknown
}

interface CommandOutput extends Output {
  /** Ends a line that nothing will follow. */
  broken(): void
  gathered(): object
}

/** Lines for a person or a log: what has begun is said at once, and how it went behind it. */
export const createOutput = (stream: Stream): CommandOutput => {
  let isOpen = false
  const gathered = {}
  const end = () => {
    if (isOpen) stream.write('\n')
    isOpen = false
  }
  return {
    line: (text = '') => {
      end()
      stream.write(`${text}\n`)
    },
    begin: (text) => {
      end()
      stream.write(`  ${text} …`)
      isOpen = true
      const began = performance.now()
      return (result) => {
        const seconds = ((performance.now() - began) / 1000).toFixed(1)
        stream.write(isOpen ? ` ${result} (${seconds} s)\n` : `  ${text}: ${result} (${seconds} s)\n`)
        isOpen = false
      }
    },
    facts: (facts) => void Object.assign(gathered, facts),
    broken: end,
    gathered: () => gathered,
  }
}
