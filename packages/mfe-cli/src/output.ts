import type { Output } from './command.ts'

interface Stream {
  write(text: string): unknown
}

/** Lines for a person or a log: what has begun is said at once, and how it went behind it. */
export const createOutput = (stream: Stream): Output & { broken(): void } => {
  let isOpen = false
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
    /** Ends a line that nothing will follow. */
    broken: end,
  }
}
