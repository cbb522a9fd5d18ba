import { hasRedis } from '@griot/service-kit/testing/redis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasNginx } from '../testing/nginx.ts'
import { type Instances, startInstances } from '../testing/start-instances.ts'
import { createRequestLoad } from './request-load.ts'
import { startPlayer } from './start-player.ts'

const canRun = process.env.LONG_DRILLS && hasRedis && hasNginx
// Each of ten processes drains for three seconds and starts in one or two.
const SECONDS = 70
const MAX_REQUESTS_PER_SECOND = 200
const PLAYERS = 20
const RECORDING_SECONDS = 20

let product: Instances
let requests: Awaited<ReturnType<typeof createRequestLoad>>

beforeAll(async () => {
  if (!canRun) return
  product = await startInstances()
  requests = await createRequestLoad({ product, url: product.origin, seconds: RECORDING_SECONDS, timeoutMs: 15_000 })
}, 180_000)
afterAll(async () => {
  if (canRun) await product.stop()
})

describe.runIf(canRun)('two instances of everything, with up to 200 requests per second and 20 players', () => {
  it('restart process by process without wrong responses or stalled players, and with few refusals', async () => {
    const listeners = requests.cookies.slice(0, PLAYERS)
    const whole = await fetch(requests.audio, { headers: { cookie: listeners[0] ?? '' } })
    expect(whole.headers.get('content-type')).toBe('audio/mpeg')
    const recording = Buffer.from(await whole.arrayBuffer())
    const stops = listeners.map((cookie) => startPlayer(requests.audio, cookie, recording))
    // One instance must serve all requests while the machine also starts the other one's processes.
    const { succeeded: capacity } = await requests.send({ seconds: 6, workers: 16 })
    const perSecond = Math.min(MAX_REQUESTS_PER_SECOND, capacity / 2)
    const load = requests.send({ seconds: SECONDS, perSecond })
    for (const index of [0, 1] as const) {
      const codes = await product.restartOneByOne(index)
      expect(codes).toEqual(codes.map(() => 0))
    }
    const report = await load
    const players = await Promise.all(stops.map((stop) => stop()))
    process.stdout.write(`${JSON.stringify({ capacity, perSecond, report, players })}\n`)

    expect(report.unexpected).toEqual([])
    expect(report.refused + report.lost).toBeLessThanOrEqual(report.offered / 1_000)
    expect(players.flatMap(({ errors }) => errors)).toEqual([])
    for (const { stalledSeconds } of players) expect(stalledSeconds).toBe(0)
    expect(product.errors()).toEqual([])
  }, 240_000)
})
