import { createLog } from '@griot/service-kit/log'
import { createRedis, hasRedis, type TestRedis } from '@griot/service-kit/testing/redis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from './http/context.ts'
import { addressOf, createLimits, type Limits } from './limits.ts'
import { type Harness, startHarness } from './testing/harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' })
})
afterAll(() => harness.close())

/** Statuses of so many requests in turn. */
const times = async (count: number, ask: () => Promise<{ status: number }>) => {
  const statuses: number[] = []
  for (let round = 0; round < count; round++) statuses.push((await ask()).status)
  return statuses
}

describe('limits', () => {
  it('let ten tips a minute through, for each person', async () => {
    const ama = harness.browser()
    const kofi = harness.browser()
    await ama.signIn({ email: 'ama@example.org' })
    await kofi.signIn({ email: 'kofi@example.org' })
    const tip = () => ama.ask('/api/tip', { method: 'POST', body: '{}' })

    expect(await times(11, tip)).toEqual([...Array(10).fill(200), 429])
    expect((await tip()).headers['retry-after']).toMatch(/^[1-9]\d?$/)
    expect((await kofi.ask('/api/tip', { method: 'POST', body: '{}' })).status).toBe(200)
    expect((await ama.ask('/api/favorite', { method: 'POST', body: '{}' })).status).toBe(200)
  })

  it('let twenty uploads an hour begin, and each of them go on as often as it has to', async () => {
    const ama = harness.browser()
    await ama.signIn({ email: 'uploads@example.org' })
    const upload = (method: string, path = '/api/media/uploads') => ama.ask(path, { method, body: 'sound' })

    expect(await times(21, () => upload('POST'))).toEqual([...Array(20).fill(200), 429])
    const goOn = () => upload('PATCH', '/api/media/uploads/0b2f3c04-7a55-4d1e-9a3f-2d0f5c1b7e11')
    expect(await times(80, goOn)).toEqual(Array(80).fill(200))
  })

  it('let twenty sign-ins a minute begin, from each address', async () => {
    const from = (address: string) => () =>
      harness.browser().ask('/api/login', { headers: { 'x-forwarded-for': `9.9.9.9, ${address}` } })

    expect(await times(21, from('5.5.5.5'))).toEqual([...Array(20).fill(303), 429])
    expect((await from('5.5.5.6')()).status).toBe(303)
  })
})

describe.runIf(hasRedis)('limits of several gateways', () => {
  let redis: TestRedis
  const gateways: Limits[] = []

  beforeAll(async () => {
    redis = await createRedis()
    await redis.start()
    const log = createLog('gateway', 'silent')
    for (const _ of [1, 2]) gateways.push(await createLimits({ trustedProxies: 0, redisUrl: redis.url, log }))
  })
  afterAll(async () => {
    for (const { close } of gateways) close()
    await redis.remove()
  })

  /** How many tips of one person get through when the gateways are asked in turn. */
  const tipsOf = async (person: string, tries: number) => {
    const context = { state: { session: { user: { id: person } } } } as unknown as Context
    let passed = 0
    for (let round = 0; round < tries; round++) {
      const tried = gateways[round % gateways.length]?.count(context, 'tip')
      const refusal = await tried?.then(
        () => undefined,
        (error: unknown) => error,
      )
      if (refusal === undefined) passed += 1
      else expect(refusal).toMatchObject({ status: 429, retryAfter: expect.any(Number) })
    }
    return passed
  }

  // Connections take their time, and whoever was counted meanwhile was so by one gateway: somebody new each time.
  let people = 0
  const somebodyNew = () => {
    people += 1
    return tipsOf(`person ${people}`, 30)
  }

  it('are counted together', () => expect.poll(somebodyNew).toBe(10))

  it('are counted by each for itself while Redis is away, and together when it is back', async () => {
    await redis.stop('SIGKILL')
    expect(await somebodyNew()).toBe(20)

    await redis.start()
    await expect.poll(somebodyNew).toBe(10)
  })
})

describe('the address that is counted', () => {
  const request = (remoteAddress: string, forwarded?: string) =>
    ({
      req: { socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } },
    }) as unknown as Parameters<typeof addressOf>[0]

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
  ])('of %s, forwarded for %j through %i proxies, is %s', (remote, forwarded, proxies, address) => {
    expect(addressOf(request(remote, forwarded), proxies)).toBe(address)
  })
})
