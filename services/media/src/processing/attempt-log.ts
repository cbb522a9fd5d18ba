const MOST_LINES = 100

/** What the worker and its programs say about one file in one attempt, until it is written down. */
export interface AttemptLog {
  say(line: string): void
  /** What was said since the last time. */
  take(): { at: Date; line: string }[]
}

export const openAttemptLog = (): AttemptLog => {
  let lines: { at: Date; line: string }[] = []
  return {
    say(line) {
      lines.push({ at: new Date(), line })
      // The end tells more than the beginning.
      if (lines.length > MOST_LINES) lines.shift()
    },
    take() {
      const taken = lines
      lines = []
      return taken
    },
  }
}
