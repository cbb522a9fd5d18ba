/** What a run of the command ends with: done, refused by the checks or the registry, or it did not get through. */
export const EXIT = { ok: 0, refused: 1, transport: 2 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Ends the command with a sentence. */
export class Stop extends Error {
  readonly code: ExitCode
  /** More lines for the person. */
  readonly details: readonly string[]

  constructor(code: ExitCode, message: string, details: readonly string[] = []) {
    super(message)
    this.code = code
    this.details = details
  }
}

export const usage = (sentence: string) =>
  new Stop(EXIT.refused, sentence, ['`mfe help` says how each command is used.'])
