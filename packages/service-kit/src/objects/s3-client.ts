import http from 'node:http'
import https from 'node:https'
import type { Client } from 'minio'

export interface S3Access {
  endpoint: string
  accessKey: string
  secretKey: string
  region: string
}

const SILENCE_MS = 30_000

/** Requests that end by themselves when nothing has moved for so long; the client library never gives up. */
const impatient = ({ request }: Pick<typeof http, 'request'>, silenceMs: number) => ({
  request: (options: http.RequestOptions, answered: (response: http.IncomingMessage) => void) => {
    const sent = request(options, answered)
    return sent.setTimeout(silenceMs, () => sent.destroy(new Error('The object store does not answer.')))
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
    transport: impatient(isSafe ? https : http, silenceMs) as typeof http,
  })
}
