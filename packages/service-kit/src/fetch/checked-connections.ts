import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent } from 'undici'
import { permanent } from './fetch-error.ts'

export const FIRST_BYTE_MS = 10_000
const PORTS = ['', '80', '443']

export interface FetcherOptions {
  /** `address:port` of loopback peers. Only tests have such peers. */
  peers?: readonly string[]
  /** The certificate authority of these peers. */
  ca?: string
  /** The origin of this installation, which the `User-Agent` names. */
  origin?: string | undefined
  /** Resolves names; by default as the system does. */
  resolve?: typeof lookup
  /** Seconds of a response without a minimum speed. */
  graceSeconds?: number
}

const VERSION = '0.1.0'
export const userAgent = ({ origin }: FetcherOptions) =>
  `Griot/${VERSION}${origin === undefined ? '' : ` (+${origin})`}`

const notPublic = () => permanent('The address does not lead to a public server.')

/** Without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

export const parseAddress = (address: string, base?: URL) => {
  if (!URL.canParse(address, base?.href)) throw permanent('It is not a valid address.')
  return new URL(address, base)
}

/**
 * Connects only to public addresses, and to exactly the address that was checked: a name that is resolved twice may lead
 * elsewhere the second time.
 */
export const createConnections = ({ peers = [], ca, resolve = lookup }: FetcherOptions) => {
  const isAllowed = (address: string, port: string) =>
    peers.includes(`${address}:${port}`) || ipaddr.process(address).range() === 'unicast'

  /** Throws unless the URL has an accepted protocol, port and no credentials. */
  const checkUrl = (url: URL, protocols: readonly string[]) => {
    if (!protocols.includes(url.protocol)) {
      throw permanent(`The address must start with ${protocols.join('// or ')}//.`)
    }
    if (url.username !== '' || url.password !== '') throw permanent('The address must not contain a password.')
    const host = hostOf(url)
    const isPeer = peers.some((peer) => peer.endsWith(`:${url.port}`))
    if (!PORTS.includes(url.port) && !isPeer) throw permanent('The address must not contain a port.')
    // The library does not resolve a literal address, so the lookup below does not see it.
    if (ipaddr.isValid(host) && !isAllowed(host, url.port)) throw notPublic()
  }

  const agentFor = ({ port }: URL) => {
    const lookupPublic: LookupFunction = (hostname, { all, ...options }, callback) =>
      resolve(hostname, { ...options, all: true }, (error, found) => {
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
