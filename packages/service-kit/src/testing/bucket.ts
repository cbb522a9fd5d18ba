import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSafeServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import S3rver from 's3rver'
import { KEEP_ALIVE_MS } from '../serve.ts'

/**
 * What may be wrong with a bucket: it is gone, answers every request by 500, breaks off in the middle of an object, falls
 * silent in the middle of one, or says nothing at all.
 */
type Fault = 'is gone' | 'fails' | 'breaks off' | 'falls silent' | 'hangs'

/** A small S3 in a folder. It is given the conditional put, which the library lacks and every S3 of today has. */
export const serveBucket = async (directory: string, encrypted?: { certificate: string; key: string }) => {
  const answer = new S3rver({ silent: true, directory }).callback()
  const beingCreated = new Set<string>()
  let fault: Fault | undefined
  let hanging = 0
  let hangs = { below: '', after: 0 }

  const existsAlready = ({ method, url = '', headers }: IncomingMessage) => {
    const key = url.split('?')[0] ?? ''
    // What was removed can be created again.
    if (method === 'DELETE') beingCreated.delete(key)
    if (method !== 'PUT' || headers['if-none-match'] !== '*') return false
    if (beingCreated.has(key) || existsSync(join(directory, `${key}._S3rver_object`))) return true
    beingCreated.add(key)
    return false
  }

  const hangsOn = ({ url = '' }: IncomingMessage) => {
    if (!url.includes(hangs.below)) return false
    hangs.after -= 1
    return hangs.after < 0
  }

  /** Says how much there is, and gives half of it. */
  const giveHalf = ({ url = '', headers }: IncomingMessage, response: ServerResponse, then: () => void) => {
    const whole = readFileSync(join(directory, `${url.split('?')[0]}._S3rver_object`))
    const [start = 0, end = whole.length - 1] = (headers.range?.match(/\d+/g) ?? []).map(Number)
    const asked = whole.subarray(start, end + 1)
    response.writeHead(headers.range === undefined ? 200 : 206, { 'content-length': asked.length, etag: '"half"' })
    response.write(asked.subarray(0, asked.length / 2), then)
  }

  const serve = (request: IncomingMessage, response: ServerResponse) => {
    if (fault === 'is gone') {
      request.socket.destroy()
    } else if (fault === 'fails') {
      request.resume()
      response.writeHead(500).end()
    } else if (fault === 'hangs' && hangsOn(request)) {
      hanging += 1
    } else if (fault === 'breaks off' && request.method === 'GET') {
      giveHalf(request, response, () => response.destroy())
    } else if (fault === 'falls silent' && request.method === 'GET') {
      giveHalf(request, response, () => {})
    } else if (existsAlready(request)) {
      request.resume()
      response.writeHead(412).end()
    } else answer(request, response)
  }
  const kept = { keepAliveTimeout: KEEP_ALIVE_MS }
  const server =
    encrypted === undefined
      ? createServer(kept, serve)
      : createSafeServer(
          { ...kept, cert: readFileSync(encrypted.certificate), key: readFileSync(encrypted.key) },
          serve,
        )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    server,
    port: (server.address() as AddressInfo).port,
    setDown: (down: boolean) => {
      fault = down ? 'is gone' : undefined
    },
    /** One that hangs may do so for a part of its keys, and after so many requests about them. */
    setFault: (now: Fault | undefined, { below = '', after = 0 } = {}) => {
      fault = now
      hanging = 0
      hangs = { below, after }
    },
    /** How many requests were left without an answer since it hangs. */
    hanging: () => hanging,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
