import http from 'node:http'
import https from 'node:https'
import type { Client } from 'minio'

export interface S3Access {
  endpoint: string
  accessKey: string
  secretKey: string
  region: string
}

/** The default of `S3_SILENCE_SECONDS`. */
export const SILENCE_MS = 10_000
// The bucket stores a body before it responds. Other requests get a response sooner.
const READ_SILENCE_MS = 5_000
const WITH_BODY: readonly unknown[] = ['PUT', 'POST']

/** A transport that destroys a request when no byte moves for `silenceMs`. The minio client has no timeout of its own. */
const withTimeout = ({ request }: Pick<typeof http, 'request'>, silenceMs: number) => ({
  request: (options: http.RequestOptions, onResponse: (response: http.IncomingMessage) => void) => {
    const timeout = WITH_BODY.includes(options.method) ? silenceMs : Math.min(silenceMs, READ_SILENCE_MS)
    let response: http.IncomingMessage | undefined
    // As an option, the timeout also covers the time to connect.
    const sent = request({ ...options, timeout }, (received) => {
      response = received
      onResponse(received)
    })
    return sent.on('timeout', () => {
      // Unread bytes mean that our reader is slow, not the bucket.
      if (response !== undefined && response.readableLength > 0) sent.setTimeout(timeout)
      else (response ?? sent).destroy(new Error('The object store does not respond.'))
    })
  },
})

export const openClient = async (
  { endpoint, accessKey, secretKey, region }: S3Access,
  silenceMs = SILENCE_MS,
): Promise<Client> => {
  // Imported on demand: the library needs 40 MB of memory, and processes that store files on disk do not use it.
  const { Client } = await import('minio')
  const { hostname, port, protocol } = new URL(endpoint)
  const isSafe = protocol === 'https:'
  return new Client({
    endPoint: hostname,
    port: Number(port) || (isSafe ? 443 : 80),
    useSSL: isSafe,
    accessKey,
    secretKey,
    region,
    // The library's retry writes to the console; `s3-bucket.ts` retries instead.
    retryOptions: { disableRetry: true },
    transport: withTimeout(isSafe ? https : http, silenceMs) as typeof http,
  })
}
