import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Client } from 'minio'

// What is larger goes in parts of this size; one of them is held in memory at a time.
export const PART_BYTES = 8 * 1024 * 1024

/** Asks the bucket about a key; what fails there comes back as `storage.unavailable`, unlike what the source says. */
export type AskBucket = <Answer>(work: (client: Client) => Promise<Answer>) => Promise<Answer>

export interface Sending {
  bucket: string
  key: string
  ask: AskBucket
}

/** What the bucket should hold now. */
export interface Sent {
  size: number
  /** As S3 makes it: of the bytes, or of the parts' hashes with their number behind it. */
  etag: string
}

/** Sends a stream into the bucket, in one piece when it fits into a part. What fails leaves no parts behind. */
export const sendObject = async ({ bucket, key, ask }: Sending, source: Readable): Promise<Sent> => {
  const sums: Buffer[] = []
  const parts: { part: number; etag: string }[] = []
  let uploadID: string | undefined
  let size = 0
  try {
    for await (const { bytes, isLast } of inParts(source)) {
      const sum = createHash('md5').update(bytes).digest()
      sums.push(sum)
      size += bytes.length
      if (isLast && uploadID === undefined) {
        await ask((client) => client.putObject(bucket, key, bytes, bytes.length))
        break
      }
      uploadID ??= await ask((client) => client.initiateNewMultipartUpload(bucket, key, {}))
      const part = {
        bucketName: bucket,
        objectName: key,
        uploadID,
        partNumber: sums.length,
        headers: { 'Content-MD5': sum.toString('base64') },
      }
      const { etag } = await ask((client) => client.uploadPart(part, bytes))
      parts.push({ part: part.partNumber, etag })
    }
    const begun = uploadID
    if (begun !== undefined) await ask((client) => client.completeMultipartUpload(bucket, key, begun, parts))
  } catch (error) {
    const begun = uploadID
    if (begun !== undefined) await ask((client) => client.abortMultipartUpload(bucket, key, begun)).catch(() => {})
    throw error
  }
  return { size, etag: etagOf(sums) }
}

/** What S3 would call these bytes had they been sent by `sendObject`. */
export const etagOfBytes = async (source: AsyncIterable<Buffer>) => {
  const sums: Buffer[] = []
  for await (const { bytes } of inParts(source)) sums.push(createHash('md5').update(bytes).digest())
  return etagOf(sums)
}

const etagOf = (sums: readonly Buffer[]) => {
  const [only] = sums
  if (only !== undefined && sums.length === 1) return only.toString('hex')
  return `${createHash('md5').update(Buffer.concat(sums)).digest('hex')}-${sums.length}`
}

/** A stream in parts, at least one, in one buffer that is filled again and again: a part is gone with the next one. */
async function* inParts(source: AsyncIterable<Buffer | string>): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  // Memory that was never written to takes no room, so this is no larger than what is sent.
  const part = Buffer.allocUnsafeSlow(PART_BYTES)
  let filled = 0
  for await (const chunk of source) {
    let rest = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    while (rest.length > 0) {
      if (filled === PART_BYTES) {
        yield { bytes: part, isLast: false }
        filled = 0
      }
      const taken = rest.copy(part, filled)
      filled += taken
      rest = rest.subarray(taken)
    }
  }
  yield { bytes: part.subarray(0, filled), isLast: true }
}
