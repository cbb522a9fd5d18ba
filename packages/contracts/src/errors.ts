import { z } from 'zod'

/** The body of every answer that is not ok. */
export const ErrorBody = z.object({
  code: z.string().describe('Stable, for programs: `noun.reason`.'),
  message: z.string().describe('A sentence, for people.'),
  requestId: z.string(),
  fields: z
    .record(z.string(), z.string())
    .optional()
    .describe('Field name → what is wrong with it, when the input is at fault.'),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** A call that was answered with anything but success. The message is `<status>: <body>`, as the product brief has it. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly fields: Record<string, string>
  /** The sentence for people that the server sent, if it was one of ours. */
  readonly sentence: string | undefined

  constructor(status: number, body: string, details: Partial<ErrorBody> = {}) {
    super(`${status}: ${body}`)
    this.name = 'ApiError'
    this.status = status
    this.code = details.code
    this.fields = details.fields ?? {}
    this.sentence = details.message
  }

  // The shell and every remote bring a copy of this class each, and share one query cache: known by its name, an error
  // means the same to all of them.
  static override [Symbol.hasInstance](value: unknown) {
    return value instanceof Error && value.name === 'ApiError'
  }
}
