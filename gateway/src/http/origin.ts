import type { IncomingMessage } from 'node:http'
import { AppError } from '@griot/service-kit/http/errors'

/** Returns the origin that a request was sent to. Throws 400 if it is not one of ours. */
export type OriginOf = (request: IncomingMessage) => string

/**
 * With a public origin, only its host is accepted. Without one, the three local names of this machine are accepted:
 * cookies belong to a name, so a sign-in stays on the name that the browser used. Any other host may be a foreign name
 * for this machine (DNS rebinding).
 */
export const createOriginOf = (publicOrigin?: string): OriginOf => {
  if (publicOrigin !== undefined) {
    const { host } = new URL(publicOrigin)
    return (request) => {
      if (hostOf(request) !== host) throw unknownHost()
      return publicOrigin
    }
  }
  return (request) => {
    const host = hostOf(request)
    const port = request.socket.localPort === 80 ? '' : `:${request.socket.localPort}`
    for (const name of ['localhost', '127.0.0.1', '[::1]']) {
      if (host === `${name}${port}`) return `http://${host}`
    }
    throw unknownHost(` On this machine it is at http://localhost${port}.`)
  }
}

/** Of several Host headers Node takes the first, but a proxy in front may have taken another one: throws 400. */
const hostOf = ({ rawHeaders, headers }: IncomingMessage) => {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length !== 1) throw unknownHost()
  return headers.host?.toLowerCase()
}

const unknownHost = (hint = '') =>
  new AppError(400, 'host.unknown', `This address does not belong to this site.${hint}`)

const AMBIGUOUS = /[\\\0]|\/\/|\/\.{1,2}(?:[/?]|$)|%(?:00|2e|2f|5c)|%(?![0-9a-f]{2})/i

/**
 * Throws 400 for a path that parsers read differently: absolute targets, dot segments, encoded slashes, broken escapes.
 */
export const requirePlainPath = (target: string) => {
  const [path = ''] = target.split('?', 1)
  if (!path.startsWith('/') || AMBIGUOUS.test(path) || !isUtf8(path)) {
    throw new AppError(400, 'address.malformed', 'This address is not well formed.')
  }
}

const isUtf8 = (path: string) => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
