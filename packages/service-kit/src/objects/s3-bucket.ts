import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'minio'
import { isUnavailable, unavailable } from '../http/errors.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { checkKey, ObjectMissing } from './object-store.ts'
import { openClient, type S3Access, SILENCE_MS } from './s3-client.ts'

export interface S3Options extends S3Access {
  bucket: string
  /** How long a request may make no progress before it fails. */
  silenceMs?: number
}

const RETRY_AFTER_MS = 100
// A bucket that has just started responds 503 for some seconds, and a service does not start without its bucket.
const RETRIES_AT_START = 6

/** One bucket. Callers are independent of the kind of store: every failure is `storage.unavailable` or `ObjectMissing`. */
export const openBucket = ({ bucket, silenceMs = SILENCE_MS, ...access }: S3Options) => {
  let opened: Promise<Client> | undefined
  const connect = () => {
    opened ??= openClient(access, silenceMs)
    return opened
  }
  const guarded = createCircuitBreaker({ failures: 5, openMs: 5_000 }, (error) => isUnavailable(error, 'storage'))

  return {
    /** Runs a call about this key. It may run twice: a bucket that is busy gets one retry. */
    run<Result>(key: string, call: (client: Client) => Promise<Result>) {
      checkKey(key)
      return guarded(async () => {
        try {
          const client = await connect()
          return await retryBusy(() => call(client), 1)
        } catch (error) {
          throw isMissing(error) ? new ObjectMissing(key) : unavailable('storage', error)
        }
      })
    },
    /** Creates the bucket if it does not exist. */
    async ready() {
      const client = await connect()
      await retryBusy(async () => {
        if (!(await client.bucketExists(bucket))) await client.makeBucket(bucket, access.region)
      }, RETRIES_AT_START)
    },
  }
}
export type Bucket = ReturnType<typeof openBucket>

/** The bytes of an object. A stream that breaks off rejects with `storage.unavailable`. */
export async function* bytesOf(object: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of object) yield chunk as Buffer
  } catch (error) {
    throw unavailable('storage', error)
  }
}

/** Retries while the bucket is busy, each time after twice the delay, with jitter. */
const retryBusy = async <Result>(
  call: () => Promise<Result>,
  retries: number,
  delayMs = RETRY_AFTER_MS,
): Promise<Result> => {
  try {
    return await call()
  } catch (error) {
    // The minio client throws this message for 503 and similar responses.
    const isBusy = error instanceof Error && error.message.includes('Retryable HTTP status')
    if (retries === 0 || !isBusy) throw error
    await delay(delayMs * (1 + Math.random()))
    return retryBusy(call, retries - 1, 2 * delayMs)
  }
}

const isMissing = (error: unknown) =>
  error instanceof Error && ['NotFound', 'NoSuchKey'].includes((error as Error & { code?: string }).code ?? '')
