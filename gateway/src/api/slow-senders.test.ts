import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, respondJson, startHarness } from '../testing/harness.ts'

// More than the concurrency limit of one service.
const MANY = 130

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
  harness.services.catalog = respondJson({ from: 'catalog' })
})
afterAll(() => harness.close())

/** A client whose body stops after its first byte. */
const slowSender = async () => {
  const socket = connect(harness.port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  socket.write(`POST /api/podcasts HTTP/1.1\r\nhost: 127.0.0.1:${harness.port}\r\ncontent-length: 2\r\n\r\n{`)
  return socket
}

const statusOf = async (socket: Socket) => {
  const [response] = (await once(socket, 'data')) as [Buffer]
  return Number(response.toString().split(' ')[1])
}

describe('requests with slow bodies', () => {
  it('hold no slot of the concurrency limit, and get a response once their body is complete', async () => {
    const browser = harness.browser()
    const slow: Socket[] = []
    for (let count = 0; count < MANY; count += 1) slow.push(await slowSender())

    for (let count = 0; count < 20; count += 1) expect((await browser.request('/api/podcasts')).status).toBe(200)
    expect(harness.received.map(({ method }) => method)).not.toContain('POST')

    for (const socket of slow.slice(0, 50)) {
      const status = statusOf(socket)
      socket.write('}')
      expect(await status).toBe(200)
    }
    for (const socket of slow) socket.destroy()
  })
})
