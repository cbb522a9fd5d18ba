import http from 'node:http'
import https from 'node:https'
import type { Client } from 'minio'

export interface S3Access {
  endpoint: string
  accessKey: string
  secretKey: string
  region: string
}

/** Unless `S3_SILENCE_SECONDS` says something else. */
export const SILENCE_MS = 10_000
// What is sent has to be written down first. Who only asks is answered sooner, or somebody waits in vain.
const SILENCE_AFTER_QUESTION_MS = 5_000
const SENDING: readonly unknown[] = ['PUT', 'POST']

/** Requests that end by themselves when nothing has moved for so long; the client library never gives up. */
const impatient = ({ request }: Pick<typeof http, 'request'>, silenceMs: number) => ({
  request: (options: http.RequestOptions, answered: (response: http.IncomingMessage) => void) => {
    const patience = SENDING.includes(options.method) ? silenceMs : Math.min(silenceMs, SILENCE_AFTER_QUESTION_MS)
    let answer: http.IncomingMessage | undefined
    // As an option it also counts while the connection is being made.
    const sent = request({ ...options, timeout: patience }, (response) => {
      answer = response
      answered(response)
    })
    return sent.on('timeout', () => {
      // Bytes wait for whoever reads them slowly: the bucket is not what is silent.
      if (answer !== undefined && answer.readableLength > 0) sent.setTimeout(patience)
      else (answer ?? sent).destroy(new Error('The object store does not answer.'))
    })
  },
})

/** A client that gives up a bucket which says nothing for `silenceMs`, instead of waiting for ever. */
export const openClient = async (
  { endpoint, accessKey, secretKey, region }: S3Access,
  silenceMs = SILENCE_MS,
): Promise<Client> => {
  // The library weighs 40 MB in memory, which a process that keeps its objects in files does without.
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
    // See `second-try.ts`.
    retryOptions: { disableRetry: true },
    transport: impatient(isSafe ? https : http, silenceMs) as typeof http,
  })
}
