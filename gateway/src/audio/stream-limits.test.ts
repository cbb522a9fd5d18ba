import { once } from 'node:events'
import { readdir, readlink, truncate } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Grant } from '@griot/service-kit/identity/grant'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Harness, startHarness } from '../testing/harness.ts'
import { grantAll, storeRecording } from '../testing/recording.ts'

const METRICS_TOKEN = 'a-token-for-metrics-of-tests'
let harness: Harness
let bytes: Buffer
let grant: Grant
let mediaId: string

beforeAll(async () => {
  harness = await startHarness({ METRICS_TOKEN })
})
afterAll(() => harness.close())
beforeEach(async () => {
  ;({ mediaId, bytes, grant } = await storeRecording(harness))
  harness.received.length = 0
  allow()
})

afterEach(() => void vi.useRealTimers())

const allow = () => grantAll(harness, () => grant)

const path = () => `/api/media/${mediaId}/stream`

describe('the streams of a user', () => {
  it('limits a user to six long streams and closes the oldest', async () => {
    grant = { ...grant, size: 64 * 1024 * 1024 }
    await truncate(join(harness.objectsDir, grant.key), grant.size)
    const browser = harness.browser()
    await browser.signIn()
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const begun: { response: IncomingMessage; over: Promise<unknown> }[] = []
    for (let count = 0; count < 8; count++) {
      const path = `/api/media/${mediaId}/stream`
      const asked = request({ host: '127.0.0.1', port: harness.port, path, agent: false, headers: { cookie } })
      asked.on('error', () => {}).end()
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      response.on('error', () => {})
      const over = new Promise((resolve) => response.once('close', resolve))
      await once(response, 'data')
      response.pause()
      begun.push({ response, over })
    }
    const countOpenRecordings = async () => {
      const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''))
      return (await Promise.all(links)).filter((file) => file.startsWith(harness.objectsDir)).length
    }
    await expect.poll(countOpenRecordings, { timeout: 10_000 }).toBe(6)
    // A paused stream reports its end only when the reader continues.
    for (const { response, over } of begun.slice(0, 2)) {
      response.resume()
      await over
      expect(response.complete).toBe(false)
    }
    for (const { response } of begun.slice(2)) {
      response.resume()
      await once(response, 'end')
      expect(response.complete).toBe(true)
    }
  })

  it('keeps ten connections of a user open across ranges', async () => {
    const browser = harness.browser()
    await browser.signIn()
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const agent = new Agent({ keepAlive: true, maxSockets: 10 })
    const sockets = new Set<unknown>()
    const requestRanges = async () => {
      for (let count = 0; count < 20; count++) {
        const headers = { cookie, range: 'bytes=0-65535' }
        const asked = request({ ...{ host: '127.0.0.1', port: harness.port, agent, headers }, path: path() })
        asked.once('socket', (socket) => sockets.add(socket)).end()
        const [response] = (await once(asked, 'response')) as [IncomingMessage]
        expect((await buffer(response)).equals(bytes.subarray(0, 65_536))).toBe(true)
      }
    }
    await Promise.all(Array.from({ length: 10 }, requestRanges))
    agent.destroy()

    expect(sockets.size).toBe(10)
  })

  it('closes the file when the client disconnects', async () => {
    grant = { ...grant, size: 64 * 1024 * 1024 }
    await truncate(join(harness.objectsDir, grant.key), grant.size)
    const openFiles = async () => (await readdir('/proc/self/fd')).length
    const before = await openFiles()

    for (let round = 0; round < 20; round++) {
      const asked = request({
        host: '127.0.0.1',
        port: harness.port,
        path: `/api/media/${mediaId}/stream`,
        agent: false,
      })
      asked.on('error', () => {}).end()
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      await once(response, 'data')
      response.on('error', () => {})
      asked.destroy()
    }
    await expect.poll(openFiles, { timeout: 30_000 }).toBeLessThan(before + 5)
  })
})
