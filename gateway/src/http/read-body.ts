import type { IncomingMessage } from 'node:http'
import { AppError, BODY_TOO_LARGE, invalid, NOT_JSON } from '@griot/service-kit/http/errors'
import type { z } from 'zod'

// No endpoint accepts a longer body, except uploads.
const MAX_BODY_BYTES = 256 * 1024
const MAX_MS = 15_000

/** Reads a short body; null without one. Throws 413 if it is too long, 408 if it is too slow, 400 if it is incomplete. */
export const readBody = async (request: IncomingMessage, maxBytes = MAX_BODY_BYTES): Promise<Buffer | null> => {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (length === undefined && encoding === undefined) return null
  if (Number(length ?? 0) > maxBytes) throw BODY_TOO_LARGE
  // A destroyed request emits no further events.
  if (request.destroyed) throw incomplete()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const finish = (error?: Error) => {
      clearTimeout(timeout)
      request.removeAllListeners('data')
      if (error === undefined) resolve(Buffer.concat(chunks, size))
      else reject(error)
    }
    const timeout = setTimeout(() => finish(tooSlow()), MAX_MS)
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) finish(BODY_TOO_LARGE)
      else chunks.push(chunk)
    })
    request.once('end', () => finish())
    request.once('error', () => finish(incomplete()))
    request.once('close', () => {
      if (!request.readableEnded) finish(incomplete())
    })
  })
}

/** Reads a short JSON body and validates it. A missing body counts as an empty object. */
export const readJsonBody = async <Schema extends z.ZodType>(
  request: IncomingMessage,
  schema: Schema,
): Promise<z.output<Schema>> => {
  const bytes = await readBody(request)
  const body = parseJson(bytes?.toString() || '{}')
  if (body === undefined) throw NOT_JSON
  return validate(schema, body)
}

/** Throws 400 with a sentence for each invalid field. */
export const validate = <Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> => {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const fields = result.error.issues.map(({ path, message }) => [path.join('.') || 'body', message])
  throw invalid(Object.fromEntries(fields))
}

/** Undefined for a text that is not JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const tooSlow = () => new AppError(408, 'body.too_slow', 'The body took too long to arrive.')
const incomplete = () => new AppError(400, 'body.cut_off', 'The body did not arrive whole.')
