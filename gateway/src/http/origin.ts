import type { IncomingMessage } from 'node:http'
import { AppError } from '@griot/service-kit/errors'

/** Answers the origin that a request was sent to, or refuses it when that is not one of ours. */
export type OriginOf = (request: IncomingMessage) => string

/**
 * With a public origin only its host is answered. Without one the product is at home on this machine, under each of
 * its three names: cookies belong to a name, so a sign-in stays on the one that the browser used. A host we do not know
 * is somebody else's name for this machine (DNS rebinding), and is refused.
 */
export const createOriginOf = (publicOrigin?: string): OriginOf => {
  if (publicOrigin !== undefined) {
    const { host } = new URL(publicOrigin)
    return (request) => {
      if (onlyHost(request) !== host) throw foreignHost()
      return publicOrigin
    }
  }
  return (request) => {
    const host = onlyHost(request)
    const port = request.socket.localPort === 80 ? '' : `:${request.socket.localPort}`
    for (const name of ['localhost', '127.0.0.1', '[::1]']) {
      if (host === `${name}${port}`) return `http://${host}`
    }
    throw foreignHost(` On this machine it is at http://localhost${port}.`)
  }
}

/** Node takes the first of several Host lines; a proxy in front may have taken another. */
const onlyHost = ({ rawHeaders, headers }: IncomingMessage) => {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count++
  }
  if (count !== 1) throw foreignHost()
  return headers.host?.toLowerCase()
}

const foreignHost = (hint = '') =>
  new AppError(400, 'host.unknown', `This address does not belong to this site.${hint}`)

const ODD = /[\\\0]|\/\/|\/\.{1,2}(?:[/?]|$)|%(?:00|2e|2f|5c)|%(?![0-9a-f]{2})/i

/** Refuses what different parsers read differently: absolute targets, dot segments, encoded slashes, broken escapes. */
export const requirePlainPath = (target: string) => {
  const query = target.indexOf('?')
  const path = query === -1 ? target : target.slice(0, query)
  if (!path.startsWith('/') || ODD.test(path) || !isUtf8(path)) {
    throw new AppError(400, 'address.malformed', 'This address is not well formed.')
  }
}

const isUtf8 = (path: string) => {
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
