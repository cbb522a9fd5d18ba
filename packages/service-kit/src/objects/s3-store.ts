import { createWriteStream } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'minio'
import { AppError, unavailable } from '../errors.ts'
import { createArrivingPieces } from './arriving-pieces.ts'
import { createBreaker } from './breaker.ts'
import { checkKey, ObjectMissing, type ObjectStore } from './object-store.ts'

export interface S3Options {
  endpoint: string
  bucket: string
  accessKey: string
  secretKey: string
  region: string
  /** How long the bucket may say nothing in the middle of something. */
  silenceMs?: number
}

// Larger objects go in parts of this size, each held in memory once; the client's own default is 64 MiB.
const PART_BYTES = 8 * 1024 * 1024

// A bucket that stops answering fails what waits for it, instead of keeping it for ever.
const SILENCE_MS = 30_000
const PUT_WITHIN_S = 300

// So many failures in a row, and for a while nobody waits for a bucket that is away.
const REST = { failures: 5, restMs: 5_000 }

/** Requests that end by themselves when nothing has moved for so long; the client library never gives up. */
const impatient = ({ request }: Pick<typeof http, 'request'>, silenceMs: number) => ({
  request: (options: http.RequestOptions, answered: (response: http.IncomingMessage) => void) => {
    const sent = request(options, answered)
    return sent.setTimeout(silenceMs, () => sent.destroy(new Error('The object store does not answer.')))
  },
})

/** Objects in a bucket of any S3. */
export const createS3Store = ({
  endpoint,
  bucket,
  accessKey,
  secretKey,
  region,
  silenceMs = SILENCE_MS,
}: S3Options): ObjectStore => {
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
      transport: impatient(url.protocol === 'https:' ? https : http, silenceMs) as typeof http,
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

  const guarded = createBreaker(REST, isAway)
  /** What the bucket answers, or `storage.unavailable`: callers need not know what kind of store it is. */
  const ask = <Answer>(key: string, work: (client: Client) => Promise<Answer>) => {
    checkKey(key)
    return guarded(async () => {
      try {
        return await work(await connected())
      } catch (error) {
        throw asOurs(key, error)
      }
    })
  }

  const statObject = async (key: string) => {
    try {
      const { size } = await ask(key, (client) => client.statObject(bucket, key))
      return { size }
    } catch (error) {
      if (error instanceof ObjectMissing) return null
      throw error
    }
  }

  const remove = (key: string) => ask(key, (client) => client.removeObject(bucket, key))

  const list = async (prefix: string) => {
    const found: { key: string; size: number }[] = []
    await ask(prefix.replace(/\/$/, ''), async (client) => {
      for await (const item of client.listObjectsV2(bucket, prefix, true)) {
        found.push({ key: String(item.name), size: Number(item.size) })
      }
    })
    return found
  }

  const store: Omit<ObjectStore, 'arriving'> = {
    async put(key, source, { size, signal } = {}) {
      let sent = 0
      const counted = new Transform({
        transform(chunk: Buffer, _, done) {
          sent += chunk.length
          done(null, chunk)
        },
      })
      const feeding = pipeline(source, counted, { signal })
      try {
        // Whichever fails first ends the wait: the client hangs for ever when its source fails, and the source is never
        // read to its end when the bucket is away.
        await Promise.all([feeding, ask(key, (client) => client.putObject(bucket, key, counted, size))])
        const stored = await statObject(key)
        if (stored?.size !== sent) throw asOurs(key, new Error(`stored ${stored?.size ?? 0} of ${sent} bytes`))
        return stored
      } catch (error) {
        counted.destroy()
        feeding.catch(() => {})
        await remove(key).catch(() => {})
        throw error
      }
    },
    async create(key, content): Promise<boolean> {
      const status = await ask(key, async (client) => {
        // The client library has no conditional put. A signed address has, as the condition need not be signed.
        const response = await fetch(await client.presignedPutObject(bucket, key, PUT_WITHIN_S), {
          method: 'PUT',
          headers: { 'if-none-match': '*' },
          body: Buffer.from(content),
          signal: AbortSignal.timeout(silenceMs),
        })
        const says = await response.text()
        if (response.ok || response.status === 412 || response.status === 409) return response.status
        throw new Error(`${response.status} ${says.slice(0, 200)}`)
      })
      // Another writer was at it in the same moment, and nobody knows yet whether it came through.
      return status === 409 ? this.create(key, content) : status !== 412
    },
    stat: statObject,
    async read(key, range) {
      return ask(key, (client) =>
        range === undefined
          ? client.getObject(bucket, key)
          : client.getPartialObject(bucket, key, range.start, range.end - range.start + 1),
      )
    },
    async download(key, file) {
      await pipeline(await this.read(key), createWriteStream(file, { mode: 0o600 }))
    },
    list: async (folder) => (await list(`${folder}/`)).map(({ key }) => key),
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

const asOurs = (key: string, error: unknown) =>
  isMissing(error) ? new ObjectMissing(key) : unavailable('storage', error)

const isAway = (error: unknown) => error instanceof AppError && error.code === 'storage.unavailable'

const isMissing = (error: unknown) =>
  error instanceof Error && ['NotFound', 'NoSuchKey'].includes((error as Error & { code?: string }).code ?? '')
