import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@griot/service-kit/log/log'
import { createMetrics } from '@griot/service-kit/metrics/metrics'
import Koa from 'koa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GatewayConfig } from '../config.ts'
import type { GatewayState } from '../http/context.ts'
import { handleErrors } from '../pages/handle-errors.ts'
import { createDeliverAudio } from './deliver-audio.ts'
import { createSendAudio } from './send-audio.ts'

const mediaId = randomUUID()
const bytes = randomBytes(100_003)
const grant = { key: `media/${mediaId}`, size: bytes.length, type: 'audio/mpeg', etag: '"v1"', name: 'sound.mp3' }
let objectsDir: string

beforeAll(async () => {
  objectsDir = await mkdtemp(join(tmpdir(), 'griot-gateway-'))
  await mkdir(join(objectsDir, 'media'))
  await writeFile(join(objectsDir, grant.key), bytes)
})
afterAll(() => rm(objectsDir, { recursive: true, force: true }))

describe('audio from another source', () => {
  const startServer = async (delivery: GatewayConfig['MEDIA_DELIVERY'] = 'send') => {
    const app = new Koa<GatewayState>()
    const log = createLog('test', 'silent')
    const config = {
      ...{ OBJECTS_DIR: objectsDir, MEDIA_DELIVERY: delivery, TRUSTED_PROXIES: 0, SOCKET_SILENCE_MS: 60_000 },
    } as GatewayConfig
    const sendAudio = createSendAudio(
      { config },
      { for: async () => ({ ...grant, expiresAt: Date.now() + 60_000 }) },
      // The counter of sent bytes is not called without a session.
      createDeliverAudio(
        { config, log, metrics: createMetrics('gateway') },
        { add() {}, follow: () => () => {}, isKnown: async () => false },
      ),
    )
    app.use(handleErrors(log, false))
    app.use((context) => sendAudio(context))
    const httpServer = createServer(app.callback()).listen(0, '127.0.0.1')
    await once(httpServer, 'listening')
    const url = `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}/api/media/${mediaId}/stream`
    return {
      request: async (headers: Record<string, string> = {}) => {
        const response = await fetch(url, { headers })
        return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
      },
      async close() {
        httpServer.closeAllConnections()
        httpServer.close()
        await once(httpServer, 'close')
      },
    }
  }

  it('is read from the object store, as ranges as well', async () => {
    const server = await startServer()
    const whole = await server.request()
    const some = await server.request({ range: 'bytes=1000-1999' })
    await rm(join(objectsDir, grant.key))
    const gone = await server.request()
    await server.close()

    expect(whole.body.equals(bytes)).toBe(true)
    expect(some.status).toBe(206)
    expect(some.body.equals(bytes.subarray(1000, 2000))).toBe(true)
    expect(gone.status).toBe(404)
    expect(gone.headers.get('content-range')).toBeNull()
  })

  it('is sent by nginx, which gets the path of the file', async () => {
    const server = await startServer('accel')
    const { status, headers, body } = await server.request({ range: 'bytes=0-9' })
    await server.close()

    expect({ status, length: body.length }).toEqual({ status: 200, length: 0 })
    expect(headers.get('x-accel-redirect')).toBe(`/objects/${grant.key}`)
    expect(headers.get('content-type')).toBe('audio/mpeg')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="recording"; filename*=UTF-8''sound.mp3`)
  })
})
