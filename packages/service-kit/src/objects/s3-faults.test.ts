import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createS3Store } from './s3-store.ts'

type Fault = 'refuses' | 'fails' | 'hangs' | 'keeps' | 'is busy'

let server: Server
let asked = 0
let fault: Fault = 'fails'
let kept = ''
/** How many are sent away while it is busy. */
let busyFor = 1

beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1
    request.resume()
    if (fault === 'refuses') request.socket.destroy()
    if (fault === 'fails') response.writeHead(500).end()
    if (fault === 'is busy') {
      busyFor -= 1
      if (busyFor === 0) fault = 'keeps'
      response.writeHead(503).end()
      return
    }
    // A hash of something else, as buckets tell that encrypt with keys of their own.
    const told = { etag: '"0123456789abcdef0123456789abcdef"', 'last-modified': new Date(0).toUTCString() }
    if (fault === 'keeps' && request.method === 'HEAD') {
      response.writeHead(200, { ...told, 'content-length': kept.length }).end()
    } else if (fault === 'keeps') response.writeHead(request.method === 'DELETE' ? 204 : 200, told).end(kept)
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

// For buckets that answer: a busy machine may stand still for longer than others are waited for.
const PATIENT_MS = 30_000
const AWAY = { status: 503, code: 'storage.unavailable' }

describe.each<Fault>(['refuses', 'fails', 'hangs'])('a bucket that %s', (now) => {
  it('is away: puts and reads end with that, whatever there still is to send', async () => {
    fault = now
    const endless = Readable.from(
      (async function* () {
        for (;;) yield setImmediate(Buffer.alloc(64 * 1024))
      })(),
    )

    await expect(openStore().put('originals/a', endless)).rejects.toMatchObject(AWAY)
    expect(endless.destroyed).toBe(true)
    await expect(openStore().read('originals/a')).rejects.toMatchObject(AWAY)
    await expect(openStore().stat('originals/a')).rejects.toMatchObject(AWAY)
    await expect(openStore().arriving.arrived('originals/a')).rejects.toMatchObject(AWAY)
  })

  it('is left alone after five failures', async () => {
    fault = now
    const store = openStore()
    for (let count = 0; count < 5; count++) await expect(store.stat('originals/a')).rejects.toMatchObject(AWAY)
    asked = 0
    for (let count = 0; count < 20; count++) await expect(store.stat('originals/a')).rejects.toMatchObject(AWAY)

    expect(asked).toBe(0)
  })
})

describe('a bucket that is busy for a moment', () => {
  it('is asked once more, and nobody hears of it, neither on the console', async () => {
    const said = vi.spyOn(console, 'warn')
    kept = 'drums'
    const store = openStore(PATIENT_MS)
    for (const ask of [() => store.put('originals/a', Readable.from(['drums'])), () => store.stat('originals/a')]) {
      ;[fault, busyFor] = ['is busy', 1]
      expect(await ask()).toEqual({ size: 5 })
    }
    // While it starts it may want more than one.
    ;[fault, busyFor] = ['is busy', 3]
    await store.ready()
    fault = 'fails'
    await expect(store.stat('originals/a')).rejects.toMatchObject(AWAY)

    expect(said).not.toHaveBeenCalled()
  })
})

describe('a bucket that tells no hash of the bytes', () => {
  it('is asked for them, and believed only when they are the same', async () => {
    fault = 'keeps'
    kept = 'drums'
    expect(await openStore(PATIENT_MS).put('originals/a', Readable.from(['drums']))).toEqual({ size: 5 })

    kept = 'dunno'
    await expect(openStore(PATIENT_MS).put('originals/a', Readable.from(['drums']))).rejects.toMatchObject(AWAY)
  })
})
