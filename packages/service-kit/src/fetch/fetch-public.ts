import { setMaxListeners } from 'node:events'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { type Dispatcher, request } from 'undici'
import {
  createConnections,
  type FetcherOptions,
  FIRST_BYTE_MS,
  hostOf,
  parseAddress,
  userAgent,
} from './checked-connections.ts'
import { FetchError, permanent, statusError, temporary } from './fetch-error.ts'

const MAX_REDIRECTS = 10
const GRACE_SECONDS = 10
const TIMEOUT_MS = 5 * 60_000
const MIN_BYTES_PER_SECOND = 30_000
const REDIRECTS = [301, 302, 303, 307, 308]

export interface PublicFetch {
  /** After decompression. */
  maxBytes: number
  /** For all hops and the whole response. */
  timeoutMs?: number
  /** The accepted media types; without it any type. */
  types?: readonly string[]
  /** For all hops. */
  protocols?: readonly ('https:' | 'http:')[]
}

export interface Fetched {
  bytes: Buffer
  /** In lower case, without parameters. */
  type: string
  /** The value of `Content-Type`. */
  contentType: string
  /** The address after all redirects. */
  url: string
}

/** Fetches addresses that users give, from public servers only. */
export const createFetcher = (options: FetcherOptions = {}) => {
  const { checkUrl, agentFor } = createConnections(options)

  const requestOnce = async (url: URL, wanted: PublicFetch, signal: AbortSignal): Promise<Fetched | URL> => {
    const agent = agentFor(url)
    try {
      const response = await request(url, {
        dispatcher: agent,
        headers: {
          accept: wanted.types?.join(', ') ?? '*/*',
          'accept-encoding': 'gzip, br',
          'user-agent': userAgent(options),
        },
        headersTimeout: FIRST_BYTE_MS,
        bodyTimeout: FIRST_BYTE_MS,
        signal,
      })
      const { location } = response.headers
      if (REDIRECTS.includes(response.statusCode) && typeof location === 'string') return parseAddress(location, url)
      return { ...(await receive(response, wanted, options)), url: url.href }
    } finally {
      agent.destroy().catch(() => {})
    }
  }

  return async (address: string, wanted: PublicFetch): Promise<Fetched> => {
    const signal = AbortSignal.timeout(wanted.timeoutMs ?? TIMEOUT_MS)
    // Each hop adds listeners.
    setMaxListeners(0, signal)
    let url = parseAddress(address)
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      checkUrl(url, wanted.protocols ?? ['https:'])
      const found = await requestOnce(url, wanted, signal).catch((error: unknown) => {
        throw error instanceof FetchError ? error : temporary(`The server of ${hostOf(url)} did not send it.`, error)
      })
      if (!(found instanceof URL)) return found
      // A downgrade would let the network change what is received.
      if (url.protocol === 'https:' && found.protocol !== 'https:') {
        throw permanent('It redirects to an unsafe address.')
      }
      url = found
    }
    throw permanent('It redirects too often.')
  }
}
export type FetchPublic = ReturnType<typeof createFetcher>

const receive = async (
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { maxBytes, types }: PublicFetch,
  { graceSeconds = GRACE_SECONDS }: FetcherOptions,
) => {
  if (statusCode !== 200) throw statusError(statusCode, headers['retry-after'])
  const contentType = String(headers['content-type'] ?? '')
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (types !== undefined && !types.includes(type)) {
    throw permanent(`It is ${type || 'of an unknown type'}, not ${types.join(' or ')}.`)
  }
  const tooLarge = permanent(`It is larger than ${Math.floor(maxBytes / 1_000_000)} MB.`)
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge
  const startedAt = performance.now()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of decompress(body, headers['content-encoding']) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge
    const seconds = (performance.now() - startedAt) / 1000
    // A server that sends nothing at all is ended by `bodyTimeout`.
    if (seconds > graceSeconds && size < seconds * MIN_BYTES_PER_SECOND) throw temporary('The server is too slow.')
    chunks.push(chunk)
  }
  return { bytes: Buffer.concat(chunks), type, contentType }
}

/** The limit counts decompressed bytes: a compressed response can be much larger than its transfer. */
const decompress = (body: Readable, encoding: unknown): Readable => {
  if (encoding === undefined || encoding === 'identity') return body
  if (encoding === 'gzip' || encoding === 'deflate') return pipeline(body, createUnzip(), () => {})
  if (encoding === 'br') return pipeline(body, createBrotliDecompress(), () => {})
  throw permanent('The server sends it in an unknown compression.')
}
