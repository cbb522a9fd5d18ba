import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { createGrantSigner, GRANT_HEADER } from '@griot/service-kit/identity/grant'

/** A stub of the media service for gateways: every media file is the same recording. */
export const serveStubMedia = async ({ objectsDir, grantSecret }: { objectsDir: string; grantSecret: string }) => {
  const grant = { key: 'originals/drum', size: 10_000, type: 'audio/mpeg', etag: '"v1"', name: 'drum.mp3' }
  const file = join(objectsDir, grant.key)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, Buffer.alloc(grant.size))
  const sign = createGrantSigner(grantSecret)
  const server = createServer(async (_, response) => {
    response.writeHead(204, { [GRANT_HEADER]: await sign(grant) }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
