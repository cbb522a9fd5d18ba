import { z } from 'zod'
import type { ErrorCode } from './error-codes.ts'

export const ErrorBody = z.object({
  code: z.string().describe('One of the error codes, `noun.reason`.'),
  message: z.string().describe('A sentence for users.'),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional().describe('Field name → problem, if the input is invalid.'),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** Whether the server refused an action because the last sign-in is too old for it. */
export const isSignInTooOld = (error: unknown) =>
  error instanceof ApiError && error.code === ('sign_in.too_old' satisfies ErrorCode)

const detailsIn = (body: string): Partial<ErrorBody> => {
  try {
    return JSON.parse(body) ?? {}
  } catch {
    // A proxy may respond with plain text.
    return {}
  }
}

/** An error response. The message is `<status>: <body>`, as the specification requires. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly fields: Record<string, string>
  /** The server's sentence for users, unless another server responded. */
  readonly sentence: string | undefined

  constructor(status: number, body: string) {
    super(`${status}: ${body}`)
    this.name = 'ApiError'
    this.status = status
    const details = detailsIn(body)
    this.code = details.code
    this.fields = details.fields ?? {}
    this.sentence = details.message
  }

  // The shell and the remotes share one query cache, but each bundles its own copy of this class: compare by name.
  static override [Symbol.hasInstance](value: unknown) {
    return value instanceof Error && value.name === 'ApiError'
  }
}
