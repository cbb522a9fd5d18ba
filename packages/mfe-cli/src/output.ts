/** Exit codes: success; refused by the checks, the registry or wrong usage; a connection or server failure. */
export const EXIT = { ok: 0, refused: 1, transport: 2 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Ends the command with a message. */
export class Stop extends Error {
  readonly code: ExitCode
  readonly details: readonly string[]

  constructor(code: ExitCode, message: string, details: readonly string[] = []) {
    super(message)
    this.code = code
    this.details = details
  }
}

export const refused = (message: string, details: readonly string[] = []) => new Stop(EXIT.refused, message, details)

export const usage = (message: string) => refused(message, ['Run `mfe help` for the usage.'])

export type Output = ReturnType<typeof createOutput>

export const createOutput = (stream: { write(text: string): unknown }) => {
  let isLineOpen = false
  const allFacts = {}
  /** Ends an unfinished line. */
  const endLine = () => {
    if (isLineOpen) stream.write('\n')
    isLineOpen = false
  }
  return {
    endLine,
    line: (text = '') => {
      endLine()
      stream.write(`${text}\n`)
    },
    /** Prints the start of a step; the returned function prints its result on the same line, if possible. */
    begin: (text: string) => {
      endLine()
      stream.write(`  ${text} …`)
      isLineOpen = true
      const start = performance.now()
      return (result: string) => {
        const seconds = ((performance.now() - start) / 1000).toFixed(1)
        stream.write(isLineOpen ? ` ${result} (${seconds} s)\n` : `  ${text}: ${result} (${seconds} s)\n`)
        isLineOpen = false
      }
    },
    /** Adds to the object that `--json` prints, and returns it. */
    facts: (facts: object) => Object.assign(allFacts, facts),
  }
}
