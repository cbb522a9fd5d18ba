import { lookup } from 'node:dns'
import { setMaxListeners } from 'node:events'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, type Dispatcher, request } from 'undici'

const MAX_REDIRECTS = 10
const FIRST_BYTE_MS = 10_000
const WHOLE_MS = 30_000
const REDIRECTS = [301, 302, 303, 307, 308]
/** Statuses of 4xx that another attempt may not get. */
const TEMPORARY = [408, 425, 429]

/** A failed fetch. The message is a sentence for the person who gave the address. */
export class FetchError extends Error {
  readonly isPermanent: boolean

  constructor(message: string, { isPermanent, cause }: { isPermanent: boolean; cause?: unknown }) {
    super(message, { cause })
    this.isPermanent = isPermanent
  }
}

const permanent = (message: string) => new FetchError(message, { isPermanent: true })
const temporary = (message: string, cause?: unknown) => new FetchError(message, { isPermanent: false, cause })
const notPublic = () => permanent('The address does not lead to a public server.')

interface FetcherOptions {
  /** `address:port` of loopback peers. Only tests have such peers. */
  peers?: readonly string[]
  /** The certificate authority of these peers. */
  ca?: string
}

export interface PublicFetch {
  maxBytes: number
  /** The accepted media types. */
  types: readonly string[]
  /** For all hops. */
  protocols?: readonly ('https:' | 'http:')[]
}

export interface Fetched {
  bytes: Buffer
  type: string
}

/** Connects only to public addresses, and to exactly the address that was checked: see `createFetcher`. */
const createConnections = ({ peers = [], ca }: FetcherOptions) => {
  const isAllowed = (address: string, port: string) =>
    peers.includes(`${address}:${port}`) || ipaddr.process(address).range() === 'unicast'

  /** Throws unless the URL has an accepted protocol, port and no credentials. */
  const checkUrl = (url: URL, protocols: readonly string[]) => {
    if (!protocols.includes(url.protocol)) throw permanent(`The address must start with ${protocols.join('// or ')}//.`)
    if (url.username !== '' || url.password !== '') throw permanent('The address must not contain a password.')
    const host = hostOf(url)
    const isPeer = peers.some((peer) => peer.endsWith(`:${url.port}`))
    if (url.port !== '' && !isPeer) throw permanent('The address must not contain a port.')
    // The library does not resolve a literal address, so the lookup below does not see it.
    if (ipaddr.isValid(host) && !isAllowed(host, url.port)) throw notPublic()
  }

  const agentFor = ({ port }: URL) => {
    const lookupPublic: LookupFunction = (hostname, { all, ...options }, callback) =>
      lookup(hostname, { ...options, all: true }, (error, found) => {
        if (error !== null) return callback(error, [])
        const allowed = found.filter(({ address }) => isAllowed(address, port))
        const [first] = allowed
        if (first === undefined) return callback(notPublic(), [])
        if (all) callback(null, allowed)
        else callback(null, first.address, first.family)
      })
    return new Agent({ connect: { lookup: lookupPublic, timeout: FIRST_BYTE_MS, ...(ca !== undefined && { ca }) } })
  }

  return { checkUrl, agentFor }
}

/**
 * Fetches addresses that users give. Connects only to public addresses, and to exactly the address that was checked: a name
 * that is resolved twice may lead elsewhere the second time.
 */
export const createFetcher = (options: FetcherOptions = {}) => {
  const { checkUrl, agentFor } = createConnections(options)

  const requestOnce = async (url: URL, options: PublicFetch, signal: AbortSignal): Promise<Fetched | URL> => {
    const agent = agentFor(url)
    try {
      const response = await request(url, {
        dispatcher: agent,
        // A compressed response could be much larger than its transfer.
        headers: { accept: options.types.join(', '), 'accept-encoding': 'identity', 'user-agent': 'Griot' },
        headersTimeout: FIRST_BYTE_MS,
        bodyTimeout: FIRST_BYTE_MS,
        signal,
      })
      const { location } = response.headers
      if (REDIRECTS.includes(response.statusCode) && typeof location === 'string') return nextHop(location, url)
      return await receive(response, options)
    } finally {
      agent.destroy().catch(() => {})
    }
  }

  return async (address: string, options: PublicFetch): Promise<Fetched> => {
    const signal = AbortSignal.timeout(WHOLE_MS)
    // Each hop adds listeners.
    setMaxListeners(0, signal)
    let url = nextHop(address)
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      checkUrl(url, options.protocols ?? ['https:'])
      const found = await requestOnce(url, options, signal).catch((error: unknown) => {
        throw error instanceof FetchError ? error : temporary(`The server of ${hostOf(url)} did not send it.`, error)
      })
      if (!(found instanceof URL)) return found
      // A downgrade would let the network change what is received.
      if (url.protocol === 'https:' && found.protocol !== 'https:')
        throw permanent('It redirects to an unsafe address.')
      url = found
    }
    throw permanent('It redirects too often.')
  }
}
export type FetchPublic = ReturnType<typeof createFetcher>

/** Sends messages to addresses that users give, under the rules of `createFetcher`. Follows no redirect. */
export const createPoster = (options: FetcherOptions = {}) => {
  const { checkUrl, agentFor } = createConnections(options)

  return async (address: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
    const url = nextHop(address)
    checkUrl(url, ['https:'])
    const agent = agentFor(url)
    try {
      const response = await request(url, {
        dispatcher: agent,
        method: 'POST',
        headers: { 'user-agent': 'Griot', ...headers },
        body,
        headersTimeout: FIRST_BYTE_MS,
        signal: AbortSignal.timeout(WHOLE_MS),
      })
      const { statusCode } = response
      if (statusCode < 200 || statusCode > 299) throw temporary(`The server returned ${statusCode}.`)
    } catch (error) {
      throw error instanceof FetchError ? error : temporary(`The server of ${hostOf(url)} did not respond.`, error)
    } finally {
      agent.destroy().catch(() => {})
    }
  }
}
export type PostPublic = ReturnType<typeof createPoster>

/** Without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

const nextHop = (address: string, base?: URL) => {
  if (!URL.canParse(address, base?.href)) throw permanent('It is not a valid address.')
  return new URL(address, base)
}

const receive = async ({ statusCode, headers, body }: Dispatcher.ResponseData, { maxBytes, types }: PublicFetch) => {
  if (statusCode !== 200) {
    const isPermanent = statusCode < 500 && !TEMPORARY.includes(statusCode)
    throw new FetchError(`The server returned ${statusCode}.`, { isPermanent })
  }
  const type =
    String(headers['content-type'] ?? '')
      .split(';')[0]
      ?.trim()
      .toLowerCase() ?? ''
  if (!types.includes(type)) throw permanent(`It is ${type || 'of an unknown type'}, not ${types.join(' or ')}.`)
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') throw permanent('The server sends it compressed.')
  const tooLarge = permanent(`It is larger than ${Math.floor(maxBytes / 1_000_000)} MB.`)
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge
    chunks.push(chunk)
  }
  return { bytes: Buffer.concat(chunks), type }
}
