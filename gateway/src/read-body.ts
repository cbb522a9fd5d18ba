import type { IncomingMessage } from 'node:http'
import { AppError, BODY_TOO_LARGE, invalid, NOT_JSON } from '@griot/service-kit/errors'
import type { z } from 'zod'

/** No call of ours has a longer body than this, uploads aside. */
const MOST_BODY_BYTES = 256 * 1024
const MOST_MS = 15_000

/** A whole short body. Refuses a longer one, and one that trickles. */
export const readBody = async (request: IncomingMessage, mostBytes = MOST_BODY_BYTES): Promise<Buffer | null> => {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (length === undefined && encoding === undefined) return null
  if (Number(length ?? 0) > mostBytes) throw BODY_TOO_LARGE
  // Who has gone while something else was done for them says nothing any more, not even that.
  if (request.destroyed) throw cutOff()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const finish = (error?: Error) => {
      clearTimeout(deadline)
      request.removeAllListeners('data')
      if (error === undefined) resolve(Buffer.concat(chunks, size))
      else reject(error)
    }
    const deadline = setTimeout(() => finish(tooSlow()), MOST_MS)
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > mostBytes) finish(BODY_TOO_LARGE)
      else chunks.push(chunk)
    })
    request.once('end', () => finish())
    request.once('error', () => finish(cutOff()))
    request.once('close', () => {
      if (!request.readableEnded) finish(cutOff())
    })
  })
}

/** A short body of JSON, as the schema has it; none at all counts as an empty object. */
export const readJsonBody = async <Schema extends z.ZodType>(
  request: IncomingMessage,
  schema: Schema,
): Promise<z.output<Schema>> => {
  const bytes = await readBody(request)
  const read = schema.safeParse(jsonIn(bytes?.toString() || '{}'))
  if (read.success) return read.data
  const fields = read.error.issues.map(({ path, message }) => [path.join('.') || 'body', message])
  throw invalid(Object.fromEntries(fields))
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw NOT_JSON
  }
}

const tooSlow = () => new AppError(408, 'body.too_slow', 'The body took too long to arrive.')
const cutOff = () => new AppError(400, 'body.cut_off', 'The body did not arrive whole.')
