import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.map': 'application/json',
}

// As strict as the product's own, so that a component that would be refused there is refused here.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'"

/** Serves the files of one folder on this machine, and tells open pages when they were built anew. */
export const servePage = async (folder: string, port: number) => {
  const watchers = new Set<ServerResponse>()
  let isBuilt = false

  const server = createServer(async (request, response) => {
    const name = new URL(request.url ?? '/', 'http://this.machine').pathname.slice(1) || 'index.html'
    if (name === 'changes') {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).flushHeaders()
      watchers.add(response)
      response.once('close', () => watchers.delete(response))
      return
    }
    if (!(await readdir(folder)).includes(name)) {
      // A browser asks for an icon by itself.
      response.writeHead(name === 'favicon.ico' ? 204 : 404).end()
      return
    }
    const type = TYPES[extname(name)] ?? 'application/octet-stream'
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store', 'content-security-policy': POLICY })
    response.end(await readFile(join(folder, name)))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Answers true the first time: the page can be opened now. */
    changed: () => {
      for (const watcher of watchers) watcher.write('data: changed\n\n')
      const isFirst = !isBuilt
      isBuilt = true
      return isFirst
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
