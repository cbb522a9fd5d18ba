import { createWriteStream } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'minio'
import { createArrivingPieces } from './arriving-pieces.ts'
import { checkKey, ObjectMissing, type ObjectStore } from './object-store.ts'

export interface S3Options {
  endpoint: string
  bucket: string
  accessKey: string
  secretKey: string
  region: string
}

// Larger objects go in parts of this size, each held in memory once; the client's own default is 64 MiB.
const PART_BYTES = 8 * 1024 * 1024

// A bucket that stops answering fails what waits for it, instead of keeping it for ever.
const SILENCE_MS = 60_000
const PUT_WITHIN_S = 300

/** Requests that end by themselves when nothing has moved for {@link SILENCE_MS}; the client library never gives up. */
const impatient = ({ request }: Pick<typeof http, 'request'>) => ({
  request: (options: http.RequestOptions, answered: (response: http.IncomingMessage) => void) => {
    const sent = request(options, answered)
    return sent.setTimeout(SILENCE_MS, () => sent.destroy(new Error('The object store does not answer.')))
  },
})

/** Objects in a bucket of any S3. */
export const createS3Store = ({ endpoint, bucket, accessKey, secretKey, region }: S3Options): ObjectStore => {
  // The library weighs 40 MB in memory, which a process that keeps its objects in files does without.
  const open = async () => {
    const { Client } = await import('minio')
    const url = new URL(endpoint)
    const client = new Client({
      endPoint: url.hostname,
      port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
      useSSL: url.protocol === 'https:',
      accessKey,
      secretKey,
      region,
      partSize: PART_BYTES,
      transport: impatient(url.protocol === 'https:' ? https : http) as typeof http,
    })
    // Keys are never used twice, so there is no earlier upload to resume; not every S3 can list them either.
    client.findUploadId = async () => undefined
    return client
  }
  let opened: Promise<Client> | undefined
  const connected = () => {
    opened ??= open()
    return opened
  }

  const statObject = async (key: string) => {
    const client = await connected()
    try {
      const { size } = await client.statObject(bucket, checkKey(key))
      return { size }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  const remove = async (key: string) => (await connected()).removeObject(bucket, checkKey(key))

  const list = async (prefix: string) => {
    const found: { key: string; size: number }[] = []
    for await (const item of (await connected()).listObjectsV2(bucket, prefix, true)) {
      found.push({ key: String(item.name), size: Number(item.size) })
    }
    return found
  }

  const store: Omit<ObjectStore, 'arriving'> = {
    async put(key, source, { size, signal } = {}) {
      const counted = new PassThrough()
      let sent = 0
      counted.on('data', (chunk: Buffer) => {
        sent += chunk.length
      })
      // The client hangs for ever when its source fails, so the failure of the source is what ends the wait.
      const feeding = pipeline(source, counted, { signal })
      feeding.catch(() => {})
      try {
        const client = await connected()
        const storing = client.putObject(bucket, checkKey(key), counted, size)
        storing.catch(() => {})
        await feeding
        await storing
        const stored = await statObject(key)
        if (stored?.size !== sent) throw new Error(`stored ${stored?.size ?? 0} of ${sent} bytes`)
        return stored
      } catch (error) {
        await remove(key).catch(() => {})
        throw error
      }
    },
    async create(key, content) {
      const client = await connected()
      // The client library has no conditional put. A signed address has, as the condition need not be signed.
      const address = await client.presignedPutObject(bucket, checkKey(key), PUT_WITHIN_S)
      const response = await fetch(address, {
        method: 'PUT',
        headers: { 'if-none-match': '*' },
        body: Buffer.from(content),
        signal: AbortSignal.timeout(SILENCE_MS),
      })
      const says = await response.text()
      if (response.ok) return true
      if (response.status === 412) return false
      // Another writer was at it in the same moment, and nobody knows yet whether it came through.
      if (response.status === 409) return this.create(key, content)
      throw new Error(`the object store refused ${key}: ${response.status} ${says.slice(0, 200)}`)
    },
    stat: statObject,
    async read(key, range) {
      const client = await connected()
      try {
        if (range === undefined) return await client.getObject(bucket, checkKey(key))
        return await client.getPartialObject(bucket, checkKey(key), range.start, range.end - range.start + 1)
      } catch (error) {
        throw isMissing(error) ? new ObjectMissing(key) : error
      }
    },
    async download(key, file) {
      await pipeline(await this.read(key), createWriteStream(file, { mode: 0o600 }))
    },
    remove,
    // Parts of unfinished uploads are the bucket's to expire: a lifecycle rule does it, and costs no listing.
    async sweep() {},
    // A bucket grows as long as it is paid for.
    freeBytes: async () => null,
    async ready() {
      const client = await connected()
      if (!(await client.bucketExists(bucket))) await client.makeBucket(bucket, region)
    },
  }
  return { ...store, arriving: createArrivingPieces({ store, list }) }
}

const isMissing = (error: unknown) =>
  error instanceof Error && ['NotFound', 'NoSuchKey'].includes((error as Error & { code?: string }).code ?? '')
