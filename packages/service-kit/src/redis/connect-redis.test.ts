import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { createRedis, hasRedis, type TestRedis } from '../testing/redis.ts'
import { troubleWithRedis } from './check-redis.ts'
import { connectRedis, type RedisClient, type RedisPatience } from './connect-redis.ts'

const log = createLog('test', 'silent')

/** Errors come before it and are part of the story. */
const once = (client: RedisClient, event: string) => new Promise((resolve) => client.once(event, resolve))

describe.runIf(hasRedis)('a connection to Redis', () => {
  let redis: TestRedis
  const open: RedisClient[] = []

  const connect = (patience: RedisPatience) => {
    const client = connectRedis({ url: redis.url, patience, log })
    open.push(client)
    return client
  }

  const start = async (...settings: string[]) => {
    redis = await createRedis(settings)
    await redis.start()
  }

  beforeEach(() => {
    open.length = 0
  })
  afterEach(async () => {
    for (const client of open) client.disconnect()
    await redis.remove()
  })

  it('refuses orders while Redis is away, lets work wait, and does both again when it is back', async () => {
    await start()
    const orders = connect('orders')
    const work = connect('work')
    await Promise.all([once(orders, 'ready'), once(work, 'ready')])

    const lost = Promise.all([once(orders, 'close'), once(work, 'close')])
    await redis.stop('SIGKILL')
    await lost
    await expect(orders.set('order', 1)).rejects.toThrow()
    const waiting = work.set('work', 1)

    const back = once(orders, 'ready')
    await redis.start()
    await back
    expect(await waiting).toBe('OK')
    expect(await orders.set('order', 1)).toBe('OK')
  })

  it('does not wait for a server that is frozen, and comes back to it', async () => {
    await start()
    const counting = connect('counting')
    await once(counting, 'ready')

    const givenUp = once(counting, 'close')
    redis.freeze()
    await expect(counting.incr('n')).rejects.toThrow(/timed out/i)
    await givenUp
    await expect(counting.incr('n')).rejects.toThrow()

    const back = once(counting, 'ready')
    redis.thaw()
    await back
    await counting.incr('n')
  })

  it('is said to be unsafe for jobs when it evicts, or keeps no append-only file', async () => {
    await start('--maxmemory-policy', 'allkeys-lru')
    const careless = connect('orders')
    await once(careless, 'ready')
    expect(await troubleWithRedis(careless)).toEqual([
      expect.stringContaining('maxmemory-policy allkeys-lru'),
      expect.stringContaining('appendonly yes'),
    ])
  })

  it('is said to be safe when it does neither', async () => {
    await start('--appendonly', 'yes')
    const careful = connect('orders')
    await once(careful, 'ready')
    expect(await troubleWithRedis(careful)).toEqual([])
  })
})
