import { createLog } from '@griot/service-kit/log/log'
import { createRedis, hasRedis, type TestRedis } from '@griot/service-kit/testing/redis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../http/context.ts'
import { type Harness, startHarness } from '../testing/harness.ts'
import { clientAddress, createRateLimits, type RateLimits } from './rate-limits.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' })
})
afterAll(() => harness.close())

/** The statuses of `count` requests, sent one after the other. */
const times = async (count: number, ask: () => Promise<{ status: number }>) => {
  const statuses: number[] = []
  for (let round = 0; round < count; round++) statuses.push((await ask()).status)
  return statuses
}

describe('rate limits', () => {
  it('allow ten tips a minute for each user', async () => {
    const ama = harness.browser()
    const kofi = harness.browser()
    await ama.signIn({ email: 'ama@example.org' })
    await kofi.signIn({ email: 'kofi@example.org' })
    const tip = () => ama.request('/api/tip', { method: 'POST', body: '{}' })

    expect(await times(11, tip)).toEqual([...Array(10).fill(200), 429])
    expect((await tip()).headers['retry-after']).toMatch(/^[1-9]\d?$/)
    expect((await kofi.request('/api/tip', { method: 'POST', body: '{}' })).status).toBe(200)
    expect((await ama.request('/api/favorite', { method: 'POST', body: '{}' })).status).toBe(200)
  })

  it('allow each user to start twenty uploads an hour, and to resume them without that limit', async () => {
    const ama = harness.browser()
    await ama.signIn({ email: 'uploads@example.org' })
    const upload = (method: string, path = '/api/media/uploads') => ama.request(path, { method, body: 'sound' })

    expect(await times(21, () => upload('POST'))).toEqual([...Array(20).fill(200), 429])
    const resume = () => upload('PATCH', '/api/media/uploads/0b2f3c04-7a55-4d1e-9a3f-2d0f5c1b7e11')
    expect(await times(80, resume)).toEqual(Array(80).fill(200))
  })

  it('do not count an upload that is refused because the disk is full', async () => {
    const ama = harness.browser()
    await ama.signIn({ email: 'full-disk@example.org' })
    const upload = () => ama.request('/api/media/uploads', { method: 'POST', body: 'sound' })
    const { media } = harness.services
    harness.services.media = (_, response) => {
      response.writeHead(507, { 'content-type': 'application/json' }).end('{"code":"storage.full"}')
    }

    expect(await times(25, upload)).toEqual(Array(25).fill(507))
    harness.services.media = media
    expect(await times(21, upload)).toEqual([...Array(20).fill(200), 429])
  })

  it('allow each address to start twenty sign-ins a minute', async () => {
    const from = (address: string) => () =>
      harness.browser().request('/api/login', { headers: { 'x-forwarded-for': `9.9.9.9, ${address}` } })

    expect(await times(21, from('5.5.5.5'))).toEqual([...Array(20).fill(303), 429])
    expect((await from('5.5.5.6')()).status).toBe(303)
  })
})

describe.runIf(hasRedis)('rate limits of several gateway instances', () => {
  let redis: TestRedis
  const gateways: RateLimits[] = []

  beforeAll(async () => {
    redis = await createRedis()
    await redis.start()
    const log = createLog('gateway', 'silent')
    for (const _ of [1, 2]) gateways.push(await createRateLimits({ TRUSTED_PROXIES: 0, REDIS_URL: redis.url }, log))
  })
  afterAll(async () => {
    for (const { close } of gateways) close()
    await redis.remove()
  })

  /** The number of tips that are accepted from one user if the requests alternate between the instances. */
  const acceptedTips = async (userId: string, tries: number) => {
    const context = { state: { session: { user: { id: userId } } } } as unknown as Context
    let accepted = 0
    for (let round = 0; round < tries; round++) {
      const counted = gateways[round % gateways.length]?.count(context, 'rare')
      const refusal = await counted?.then(
        () => undefined,
        (error: unknown) => error,
      )
      if (refusal === undefined) accepted += 1
      else expect(refusal).toMatchObject({ status: 429, retryAfter: expect.any(Number) })
    }
    return accepted
  }

  // A new user for each try: until an instance is connected to Redis it counts alone.
  let users = 0
  const tipsOfNewUser = () => {
    users += 1
    return acceptedTips(`user ${users}`, 30)
  }

  it('are counted together', () => expect.poll(tipsOfNewUser).toBe(10))

  it('are counted by each instance alone while Redis is unavailable, and together afterwards', async () => {
    await redis.stop('SIGKILL')
    expect(await tipsOfNewUser()).toBe(20)

    await redis.start()
    await expect.poll(tipsOfNewUser).toBe(10)
  })
})

describe('clientAddress', () => {
  const request = (remoteAddress: string, forwarded?: string) =>
    ({
      req: { socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } },
    }) as unknown as Parameters<typeof clientAddress>[0]

  it.each([
    ['1.2.3.4', undefined, 0, '1.2.3.4'],
    ['1.2.3.4', '6.6.6.6', 0, '1.2.3.4'],
    ['10.0.0.1', '6.6.6.6, 1.2.3.4', 1, '1.2.3.4'],
    ['10.0.0.1', '6.6.6.6, 1.2.3.4, 10.0.0.2', 2, '1.2.3.4'],
    ['10.0.0.1', undefined, 1, '10.0.0.1'],
    ['10.0.0.1', '1.2.3.4', 3, '10.0.0.1'],
    ['::ffff:1.2.3.4', undefined, 0, '1.2.3.4'],
    ['2001:db8:1:2:3:4:5:6', undefined, 0, '2001:db8:1:2'],
    ['2001:db8::6', undefined, 0, '2001:db8:0:0'],
    ['::1', undefined, 0, '0:0:0:0'],
  ])('of a request from %s, forwarded for %j through %i proxies, is %s', (remote, forwarded, proxies, address) => {
    expect(clientAddress(request(remote, forwarded), proxies)).toBe(address)
  })
})
