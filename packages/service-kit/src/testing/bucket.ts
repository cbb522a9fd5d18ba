import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSafeServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import S3rver from 's3rver'
import { KEEP_ALIVE_MS } from '../http/serve.ts'

/** Closes connections, returns 500, disconnects or stalls in the middle of an object, or never responds. */
type Fault = 'closes connections' | 'returns 500' | 'cuts responses' | 'stops sending' | 'hangs'

/** An S3 server on a folder, with the conditional put that the library lacks. */
export const serveBucket = async (directory: string, encrypted?: { certificate: string; key: string }) => {
  const respond = new S3rver({ silent: true, directory }).callback()
  const beingCreated = new Set<string>()
  let fault: Fault | undefined
  let hanging = 0
  let hangs = { below: '', after: 0 }

  const fileOf = (url = '') => join(directory, `${url.split('?')[0]}._S3rver_object`)

  const existsAlready = ({ method, url = '', headers }: IncomingMessage) => {
    const key = url.split('?')[0] ?? ''
    if (method === 'DELETE') beingCreated.delete(key)
    if (method !== 'PUT' || headers['if-none-match'] !== '*') return false
    if (beingCreated.has(key) || existsSync(fileOf(url))) return true
    beingCreated.add(key)
    return false
  }

  const hangsOn = ({ url = '' }: IncomingMessage) => {
    if (!url.includes(hangs.below)) return false
    hangs.after -= 1
    return hangs.after < 0
  }

  /** Lists of keys are also requested with GET. */
  const readsObject = ({ method, url }: IncomingMessage) => method === 'GET' && existsSync(fileOf(url))

  const sendHalf = ({ url = '', headers }: IncomingMessage, response: ServerResponse, then: () => void) => {
    const whole = readFileSync(fileOf(url))
    const [start = 0, end = whole.length - 1] = (headers.range?.match(/\d+/g) ?? []).map(Number)
    const asked = whole.subarray(start, end + 1)
    response.writeHead(headers.range === undefined ? 200 : 206, { 'content-length': asked.length, etag: '"half"' })
    response.write(asked.subarray(0, asked.length / 2), then)
  }

  const serve = (request: IncomingMessage, response: ServerResponse) => {
    if (fault === 'closes connections') {
      request.socket.destroy()
    } else if (fault === 'returns 500') {
      request.resume()
      response.writeHead(500).end()
    } else if (fault === 'hangs' && hangsOn(request)) {
      hanging += 1
    } else if (fault === 'cuts responses' && readsObject(request)) {
      sendHalf(request, response, () => response.destroy())
    } else if (fault === 'stops sending' && readsObject(request)) {
      sendHalf(request, response, () => {})
    } else if (existsAlready(request)) {
      request.resume()
      response.writeHead(412).end('<Error><Code>PreconditionFailed</Code></Error>')
    } else respond(request, response)
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
      fault = down ? 'closes connections' : undefined
    },
    /** `hangs` can be limited to the keys below a prefix, after a number of requests. */
    setFault: (now: Fault | undefined, { below = '', after = 0 } = {}) => {
      fault = now
      hanging = 0
      hangs = { below, after }
    },
    /** Requests without a response since the fault was set. */
    hanging: () => hanging,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
