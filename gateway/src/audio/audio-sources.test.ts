import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@griot/service-kit/log'
import { createDiskStore } from '@griot/service-kit/objects/disk-store'
import Koa from 'koa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GatewayState } from '../http/context.ts'
import { answerErrors } from '../http/errors.ts'
import { type AudioOptions, createSendAudio } from './send-audio.ts'

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

describe('audio that somebody else holds', () => {
  /** The same door, with the audio where the test says. */
  const openWith = async (options: Pick<AudioOptions, 'objects' | 'isSentByNginx'>) => {
    const app = new Koa<GatewayState>()
    const log = createLog('test', 'silent')
    const sendAudio = createSendAudio({
      ...options,
      trustedProxies: 0,
      log,
      grants: {
        for: async () => ({ ...grant, attachment: 'attachment', expiresAt: Date.now() + 60_000 }),
        forget: () => {},
      },
    })
    app.use(answerErrors(log, false))
    app.use((context) => sendAudio(context))
    const server = createServer(app.callback()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/media/${mediaId}/stream`
    return {
      ask: async (headers: Record<string, string> = {}) => {
        const answer = await fetch(url, { headers })
        return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) }
      },
      async close() {
        server.closeAllConnections()
        server.close()
        await once(server, 'close')
      },
    }
  }

  it('comes from the object store, in stretches as well', async () => {
    const door = await openWith({ objects: { store: createDiskStore(objectsDir) } })
    const whole = await door.ask()
    const some = await door.ask({ range: 'bytes=1000-1999' })
    await rm(join(objectsDir, grant.key))
    const gone = await door.ask()
    await door.close()

    expect(whole.body.equals(bytes)).toBe(true)
    expect(some.status).toBe(206)
    expect(some.body.equals(bytes.subarray(1000, 2000))).toBe(true)
    expect(gone.status).toBe(404)
    expect(gone.headers.get('content-range')).toBeNull()
  })

  it('is sent by nginx, which is told where it lies', async () => {
    const door = await openWith({ objects: { directory: objectsDir }, isSentByNginx: true })
    const { status, headers, body } = await door.ask({ range: 'bytes=0-9' })
    await door.close()

    expect({ status, length: body.length }).toEqual({ status: 200, length: 0 })
    expect(headers.get('x-accel-redirect')).toBe(`/objects/${grant.key}`)
    expect(headers.get('content-type')).toBe('audio/mpeg')
    expect(headers.get('content-disposition')).toBe('attachment')
  })
})
