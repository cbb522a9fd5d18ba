import { createWriteStream } from 'node:fs'
import { addAbortSignal } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'minio'
import { isUnavailable, unavailable } from '../errors.ts'
import { createArrivingPieces } from './arriving-pieces.ts'
import { createBreaker } from './breaker.ts'
import { checkKey, ObjectMissing, type ObjectStore } from './object-store.ts'
import { bytesOf } from './s3-bytes.ts'
import { openClient, type S3Access, SILENCE_MS } from './s3-client.ts'
import { sweepUnfinished } from './s3-sweep.ts'
import { etagOfBytes, type Sent, sendObject } from './s3-upload.ts'
import { withSecondTry } from './second-try.ts'

export interface S3Options extends S3Access {
  bucket: string
  /** How long the bucket may say nothing in the middle of something. */
  silenceMs?: number
}

// Far more than a small object takes.
const PUT_WITHIN_S = 300

// So many failures in a row, and for a while nobody waits for a bucket that is away.
const REST = { failures: 5, restMs: 5_000 }
// A bucket that has just started says it is busy for some seconds; without it, we do not start either.
const TRIES_AT_THE_START = 6

/** Objects in a bucket of any S3. */
export const createS3Store = ({ bucket, silenceMs = SILENCE_MS, ...access }: S3Options): ObjectStore => {
  let opened: Promise<Client> | undefined
  const connected = () => {
    opened ??= openClient(access, silenceMs)
    return opened
  }

  const guarded = createBreaker(REST, isAway)
  /** What the bucket answers, or `storage.unavailable`: callers need not know what kind of store it is. */
  const ask = <Answer>(key: string, work: (client: Client) => Promise<Answer>) => {
    checkKey(key)
    return guarded(async () => {
      try {
        const client = await connected()
        return await withSecondTry(() => work(client))
      } catch (error) {
        throw asOurs(key, error)
      }
    })
  }

  const statWithHash = async (key: string) => {
    try {
      const { size, etag } = await ask(key, (client) => client.statObject(bucket, key))
      return { size, etag }
    } catch (error) {
      if (error instanceof ObjectMissing) return null
      throw error
    }
  }

  const statObject = async (key: string) => {
    const found = await statWithHash(key)
    return found === null ? null : { size: found.size }
  }

  /** Not every bucket tells a hash of the bytes: with keys of its own it tells one of what it made of them. */
  const isStored = async (key: string, sent: Sent) => {
    const found = await statWithHash(key)
    if (found?.size !== sent.size) return false
    if (found.etag === sent.etag) return true
    return (await etagOfBytes(bytesOf(await ask(key, (client) => client.getObject(bucket, key))))) === sent.etag
  }

  const remove = (key: string) => ask(key, (client) => client.removeObject(bucket, key))

  const list = (prefix: string) => {
    return ask(prefix.replace(/\/$/, ''), async (client) => {
      const found: { key: string; size: number }[] = []
      for await (const item of client.listObjectsV2(bucket, prefix, true)) {
        found.push({ key: String(item.name), size: Number(item.size) })
      }
      return found
    })
  }

  const store: Omit<ObjectStore, 'arriving'> = {
    async put(key, source, { size, signal } = {}) {
      if (signal !== undefined) addAbortSignal(signal, source)
      const sent = await sendObject({ bucket, key, ask: (work) => ask(key, work) }, source)
      if (size !== undefined && sent.size !== size) {
        await remove(key)
        throw new Error(`${key} should have had ${size} bytes and had ${sent.size}`)
      }
      if (await isStored(key, sent)) return { size: sent.size }
      await remove(key)
      throw asOurs(key, new Error(`what is stored as ${key} is not what was sent`))
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
      await pipeline(bytesOf(await this.read(key)), createWriteStream(file, { mode: 0o600 }))
    },
    list: async (folder) => (await list(`${folder}/`)).map(({ key }) => key),
    remove,
    async sweep(olderThanMs) {
      await ask('sweep', (client) => sweepUnfinished(client, bucket, olderThanMs))
    },
    // A bucket grows as long as it is paid for.
    freeBytes: async () => null,
    async ready() {
      const client = await connected()
      await withSecondTry(async () => {
        if (!(await client.bucketExists(bucket))) await client.makeBucket(bucket, access.region)
      }, TRIES_AT_THE_START)
    },
  }
  return { ...store, arriving: createArrivingPieces({ store, list }) }
}

const asOurs = (key: string, error: unknown) =>
  isMissing(error) ? new ObjectMissing(key) : unavailable('storage', error)

const isAway = (error: unknown) => isUnavailable(error, 'storage')

const isMissing = (error: unknown) =>
  error instanceof Error && ['NotFound', 'NoSuchKey'].includes((error as Error & { code?: string }).code ?? '')
