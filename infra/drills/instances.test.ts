import { randomUUID } from 'node:crypto'
import { UpdateEpisode } from '@griot/contracts/catalog/episodes'
import { pathFor } from '@griot/contracts/endpoint'
import { hasRedis } from '@griot/service-kit/testing/redis'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '../common/with-client.ts'
import { createHttpClient, type HttpClient, publishEpisode } from '../testing/http-client.ts'
import { hasNginx } from '../testing/nginx.ts'
import { recordAudio } from '../testing/record-audio.ts'
import { signIn } from '../testing/sign-in.ts'
import { type Instances, startInstances } from '../testing/start-instances.ts'
import { startLoad } from './listener-load.ts'

const canRun = hasRedis && hasNginx
let product: Instances
let cookies: string[]
let clients: HttpClient[]
let episodeId: string

beforeAll(async () => {
  if (!canRun) return
  product = await startInstances()
  const ids = Array.from({ length: 6 }, () => randomUUID())
  cookies = await signIn(product.gatewayUrl, ids)
  clients = cookies.map((cookie) => createHttpClient(product.origin, cookie))
  episodeId = (await publishEpisode(clients[0] as HttpClient, await recordAudio(5))).id
}, 180_000)
afterAll(async () => {
  if (canRun) await product.stop()
})

/** Sends a request to one gateway, without the balancer. Returns the status. */
const sendTo = async (index: 0 | 1, method: 'GET' | 'PATCH', path: string, cookie: string, content?: object) => {
  const { statusCode, body } = await request(new URL(path, product.originOf('gateway', index)), {
    method,
    headers: {
      ...{ host: new URL(product.origin).host, origin: product.origin, cookie },
      ...(content && { 'content-type': 'application/json' }),
    },
    body: content ? JSON.stringify(content) : null,
  })
  await body.dump()
  return statusCode
}

/** Listeners whose balance is not the sum of their ledger entries. */
const wrongBalances = () =>
  withClient(product.adminUrl, async (client) => {
    const { rows } = await client.query(`
    select l.user_id from listening_points.listener l
    left join (select user_id, sum(points) as points from listening_points.ledger_entry group by 1) e using (user_id)
    where l.total_points <> coalesce(e.points, 0)
  `)
    return rows
  })

// The tests run in order and share the running product.
describe.skipIf(!canRun)('two instances of everything behind nginx', { timeout: 180_000 }, () => {
  it('restart one after the other under load without a failed request', async () => {
    const [ama, kofi] = clients as [HttpClient, HttpClient]
    const events = ama.watchEvents()
    const running = startLoad(clients, episodeId)
    const recording = await recordAudio(5)

    for (const index of [0, 1] as const) {
      // In progress when the instance receives SIGTERM.
      const upload = kofi.upload(recording, 6, 300)
      const codes = await product.restartAll(index)
      expect(codes).toEqual(codes.map(() => 0))
      expect((await upload).status).toBe(201)
    }
    const { requests, failures } = await running.stop()
    // Both instances are new, so every event stream has reconnected.
    await expect.poll(() => events.reconnections()).toBeGreaterThan(0)
    await events.stop()

    expect(failures, product.balancerErrors()).toEqual([])
    expect(requests).toBeGreaterThan(50)
    expect(await wrongBalances()).toEqual([])
    expect(product.errors()).toEqual([])
  })

  it('refuse the audio of an episode within two seconds after one gateway unpublished it', async () => {
    const [host, listener] = cookies as [string, string]
    const published = await publishEpisode(createHttpClient(product.origin, host), await recordAudio(5))
    const play = (index: 0 | 1) => sendTo(index, 'GET', published.audioUrl, listener)
    // Both gateways have a grant in memory.
    for (let count = 0; count < 4; count++) expect([await play(0), await play(1)]).toEqual([200, 200])

    const episode = pathFor(UpdateEpisode, { params: { id: published.id } })
    expect(await sendTo(0, 'PATCH', episode, host, { status: 'draft' })).toBe(200)
    const refusedAfter = async (index: 0 | 1) => {
      const from = performance.now()
      while ((await play(index)) !== 404) expect(performance.now() - from).toBeLessThan(2_000)
      return Math.round(performance.now() - from)
    }
    const [atA, atB] = await Promise.all([refusedAfter(0), refusedAfter(1)])
    process.stdout.write(`refused after ${atA} ms at the same gateway, ${atB} ms at the other one\n`)
    expect(Math.max(atA, atB)).toBeLessThan(2_000)
  })

  it('continue after all processes of one instance are killed, and credit nothing twice', async () => {
    const running = startLoad(clients, episodeId)
    await expect.poll(() => running.load.requests).toBeGreaterThan(20)
    await product.restartAll(1, 'SIGKILL')
    const { failures } = await running.stop()

    // nginx retries reads at the other instance. Writes in flight may fail.
    expect(failures.filter((failure) => failure.startsWith('GET'))).toEqual([])
    expect(failures.length).toBeLessThanOrEqual(2 * clients.length)
    expect(await wrongBalances()).toEqual([])
  })
})
