import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, respondJson, startHarness } from '../testing/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
  harness.services.catalog = respondJson({ from: 'catalog', with: 'x'.repeat(100_000) })
})
afterAll(() => harness.close())

const requestFor = (path: string) => `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${harness.port}\r\n\r\n`

/** Sends all requests over one connection at once. */
const sendAll = async (requests: string[]) => {
  const socket = connect(harness.port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  socket.write(requests.join(''))
  return socket
}

const podcastsStatus = async () => (await harness.browser().request('/api/podcasts')).status

describe('pipelined requests', () => {
  it('get their responses in their order', async () => {
    const socket = await sendAll(
      [...Array(20).keys()].map((at) => requestFor(at % 2 === 0 ? '/api/points/rules' : '/api/no')),
    )
    let responses = ''
    const statuses = () => Array.from(responses.matchAll(/HTTP\/1\.1 (\d{3})/g), ([, status = '']) => status)
    for await (const chunk of socket) {
      responses += String(chunk)
      if (statuses().length === 20) break
    }

    expect(statuses()).toEqual(Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? '200' : '404')))
  })

  it('are not sent to a service before the response ahead of them has ended, nor after the client disconnects', async () => {
    // This response never ends.
    const socket = await sendAll([
      requestFor('/mfe/v1/events'),
      ...Array<string>(100).fill(requestFor('/api/podcasts')),
    ])
    await once(socket, 'data')
    for (let count = 0; count < 30; count += 1) {
      const more = await sendAll([requestFor('/mfe/v1/events'), ...Array<string>(10).fill(requestFor('/api/podcasts'))])
      await once(more, 'data')
      more.destroy()
    }

    expect(await podcastsStatus()).toBe(200)
    expect(harness.received.filter(({ url }) => url === '/api/podcasts')).toHaveLength(1)
    socket.destroy()
    expect(await podcastsStatus()).toBe(200)
  })

  it('close the connection if there are too many of them', async () => {
    const socket = await sendAll([
      requestFor('/mfe/v1/events'),
      ...Array<string>(200).fill(requestFor('/api/podcasts')),
    ])
    socket.resume()

    await once(socket, 'close')
    expect(await podcastsStatus()).toBe(200)
  })
})
