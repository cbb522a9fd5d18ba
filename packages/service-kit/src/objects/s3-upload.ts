import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Client } from 'minio'

// A larger object is sent in parts of this size. One part of each upload is held in memory.
export const PART_BYTES = 8 * 1024 * 1024

interface Target {
  bucket: string
  key: string
  /** Calls the bucket; rejects with `storage.unavailable` if the call fails. */
  run<Result>(call: (client: Client) => Promise<Result>): Promise<Result>
}

/**
 * Sends a stream into the bucket and returns its size in bytes. A multipart upload that fails is aborted. Each part
 * carries its hash, so the bucket rejects a part that arrives damaged.
 *
 * `putObject` of minio does not fit a stream: it ignores errors of the source, continues unfinished uploads of the same
 * key, and needs a bucket that lists these.
 */
export const sendObject = async ({ bucket, key, run }: Target, source: Readable): Promise<number> => {
  const parts: { part: number; etag: string }[] = []
  let uploadID: string | undefined
  let size = 0
  try {
    for await (const { bytes, isLast } of inParts(source)) {
      size += bytes.length
      if (isLast && uploadID === undefined) {
        await run((client) => client.putObject(bucket, key, bytes, bytes.length))
        return size
      }
      uploadID ??= await run((client) => client.initiateNewMultipartUpload(bucket, key, {}))
      const headers = { 'Content-MD5': createHash('md5').update(bytes).digest('base64') }
      const part = { bucketName: bucket, objectName: key, uploadID, partNumber: parts.length + 1, headers }
      const { etag } = await run((client) => client.uploadPart(part, bytes))
      parts.push({ part: part.partNumber, etag })
    }
    const id = uploadID ?? ''
    await run((client) => client.completeMultipartUpload(bucket, key, id, parts))
    return size
  } catch (error) {
    const id = uploadID
    if (id !== undefined) await run((client) => client.abortMultipartUpload(bucket, key, id)).catch(() => {})
    throw error
  }
}

interface Part {
  /** Valid until the next part is requested: all parts share one buffer. */
  bytes: Buffer
  isLast: boolean
}

/**
 * Splits a stream into parts, the last of which may be empty. If the source fails, `keepsRest` yields the bytes that
 * arrived before the failure as a last part, and then rejects.
 */
export async function* inParts(source: Readable, { keepsRest = false } = {}): AsyncGenerator<Part> {
  const buffer = Buffer.allocUnsafeSlow(PART_BYTES)
  let filled = 0
  let failure: { error: unknown } | undefined
  try {
    for await (const chunk of source) {
      let rest: Buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      while (rest.length > 0) {
        if (filled === PART_BYTES) {
          yield { bytes: buffer, isLast: false }
          filled = 0
        }
        const copied = rest.copy(buffer, filled)
        filled += copied
        rest = rest.subarray(copied)
      }
    }
  } catch (error) {
    if (!keepsRest) throw error
    failure = { error }
  }
  yield { bytes: buffer.subarray(0, filled), isLast: true }
  if (failure !== undefined) throw failure.error
}
