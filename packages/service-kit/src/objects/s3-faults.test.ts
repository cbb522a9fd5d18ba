import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createS3Store } from './s3-store.ts'

type Fault = 'closes connections' | 'returns 500' | 'hangs' | 'works' | 'is busy'

let server: Server
let requests = 0
let fault: Fault = 'returns 500'
let stored = ''
/** How many requests get 503 while the bucket is busy. */
let busyRequests = 1

beforeAll(async () => {
  server = createServer((request, response) => {
    requests += 1
    request.resume()
    if (fault === 'closes connections') request.socket.destroy()
    if (fault === 'returns 500') response.writeHead(500).end()
    if (fault === 'is busy') {
      busyRequests -= 1
      if (busyRequests === 0) fault = 'works'
      response.writeHead(503).end()
      return
    }
    const headers = { etag: '"0123456789abcdef0123456789abcdef"', 'last-modified': new Date(0).toUTCString() }
    if (fault === 'works' && request.method === 'HEAD') {
      response.writeHead(200, { ...headers, 'content-length': stored.length }).end()
    } else if (fault === 'works') response.writeHead(200, headers).end(stored)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const openStore = (silenceMs = 300) =>
  createS3Store({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: 'griot',
    accessKey: 'key',
    secretKey: 'secret',
    region: 'us-east-1',
    silenceMs,
  })

// For buckets that respond: a loaded machine may pause for longer than the short timeout.
const LONG_SILENCE_MS = 30_000
const UNAVAILABLE = { status: 503, code: 'storage.unavailable' }

describe.each<Fault>(['closes connections', 'returns 500', 'hangs'])('a bucket that %s', (now) => {
  it('is unavailable: a put or a read rejects, even if its source never ends', async () => {
    fault = now
    const endless = Readable.from(
      (async function* () {
        for (;;) yield setImmediate(Buffer.alloc(64 * 1024))
      })(),
    )

    await expect(openStore().put('originals/a', endless)).rejects.toMatchObject(UNAVAILABLE)
    expect(endless.destroyed).toBe(true)
    await expect(openStore().read('originals/a')).rejects.toMatchObject(UNAVAILABLE)
    await expect(openStore().stat('originals/a')).rejects.toMatchObject(UNAVAILABLE)
    await expect(openStore().partials.size('originals/a')).rejects.toMatchObject(UNAVAILABLE)
  })

  it('gets no more requests after five failures', async () => {
    fault = now
    const store = openStore()
    for (let count = 0; count < 5; count++) await expect(store.stat('originals/a')).rejects.toMatchObject(UNAVAILABLE)
    requests = 0
    for (let count = 0; count < 20; count++) await expect(store.stat('originals/a')).rejects.toMatchObject(UNAVAILABLE)

    expect(requests).toBe(0)
  })
})

describe('a busy bucket', () => {
  it('gets one retry, without an error or a line on the console', async () => {
    const warnings = vi.spyOn(console, 'warn')
    stored = 'drums'
    const store = openStore(LONG_SILENCE_MS)
    for (const call of [() => store.put('originals/a', Readable.from(['drums'])), () => store.stat('originals/a')]) {
      ;[fault, busyRequests] = ['is busy', 1]
      expect(await call()).toEqual({ size: 5 })
    }
    // A bucket that starts gets more retries.
    ;[fault, busyRequests] = ['is busy', 3]
    await store.ready()
    fault = 'returns 500'
    await expect(store.stat('originals/a')).rejects.toMatchObject(UNAVAILABLE)

    expect(warnings).not.toHaveBeenCalled()
  })
})
