import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import S3rver from 's3rver'

/** A small S3 in a folder. It is given the conditional put, which the library lacks and every S3 of today has. */
export const serveBucket = async (directory: string) => {
  const answer = new S3rver({ silent: true, directory }).callback()
  const beingCreated = new Set<string>()
  let isDown = false

  const existsAlready = ({ method, url = '', headers }: IncomingMessage) => {
    const key = url.split('?')[0] ?? ''
    // What was removed can be created again.
    if (method === 'DELETE') beingCreated.delete(key)
    if (method !== 'PUT' || headers['if-none-match'] !== '*') return false
    if (beingCreated.has(key) || existsSync(join(directory, `${key}._S3rver_object`))) return true
    beingCreated.add(key)
    return false
  }

  const server = createServer((request, response) => {
    if (isDown) {
      request.socket.destroy()
    } else if (existsAlready(request)) {
      request.resume()
      response.writeHead(412).end()
    } else answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    server,
    port: (server.address() as AddressInfo).port,
    setDown: (down: boolean) => {
      isDown = down
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
