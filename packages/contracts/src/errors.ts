import { z } from 'zod'

/** The body of every answer that is not ok. */
export const ErrorBody = z.object({
  /** Stable, for programs: `noun.reason`. */
  code: z.string(),
  /** A sentence, for people. */
  message: z.string(),
  requestId: z.string(),
  /** Field name → what is wrong with it, when the input is at fault. */
  fields: z.record(z.string(), z.string()).optional(),
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
}
