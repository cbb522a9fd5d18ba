import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerJson, type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
  harness.services.catalog = answerJson({ from: 'catalog', with: 'x'.repeat(100_000) })
})
afterAll(() => harness.close())

const lineFor = (path: string) => `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${harness.port}\r\n\r\n`

/** Sends all of it over one connection at once. */
const sending = async (requests: string[]) => {
  const socket = connect(harness.port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  socket.write(requests.join(''))
  return socket
}

const list = async () => (await harness.browser().ask('/api/podcasts')).status

describe('several requests that come at once over one connection', () => {
  it('are answered in their order', async () => {
    const socket = await sending(
      [...Array(20).keys()].map((at) => lineFor(at % 2 === 0 ? '/api/points/rules' : '/api/no')),
    )
    let answers = ''
    const statuses = () => Array.from(answers.matchAll(/HTTP\/1\.1 (\d{3})/g), ([, status = '']) => status)
    for await (const chunk of socket) {
      answers += String(chunk)
      if (statuses().length === 20) break
    }

    expect(statuses()).toEqual(Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? '200' : '404')))
  })

  it('hold nothing of a service while the answer before them goes on, nor once nobody waits for them', async () => {
    // Its answer never ends.
    const socket = await sending([lineFor('/mfe/v1/events'), ...Array<string>(100).fill(lineFor('/api/podcasts'))])
    await once(socket, 'data')
    for (let count = 0; count < 30; count += 1) {
      const more = await sending([lineFor('/mfe/v1/events'), ...Array<string>(10).fill(lineFor('/api/podcasts'))])
      await once(more, 'data')
      more.destroy()
    }

    expect(await list()).toBe(200)
    expect(harness.received.filter(({ url }) => url === '/api/podcasts')).toHaveLength(1)
    socket.destroy()
    expect(await list()).toBe(200)
  })

  it('are too many when no program can mean it', async () => {
    const socket = await sending([lineFor('/mfe/v1/events'), ...Array<string>(200).fill(lineFor('/api/podcasts'))])
    socket.resume()

    await once(socket, 'close')
    expect(await list()).toBe(200)
  })
})
