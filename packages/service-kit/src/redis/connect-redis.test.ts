import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../log/log.ts'
import { createRedis, hasRedis, type TestRedis } from '../testing/redis.ts'
import { findRedisProblems } from './check-redis.ts'
import { connectRedis, type RedisClient, type RedisUse } from './connect-redis.ts'

const log = createLog('test', 'silent')

/** Waits for the event. Errors may precede it, and these tests expect them. */
const once = (client: RedisClient, event: string) => new Promise((resolve) => client.once(event, resolve))

describe.runIf(hasRedis)('a connection to Redis', () => {
  let redis: TestRedis
  const open: RedisClient[] = []

  const connect = (use: RedisUse) => {
    const client = connectRedis({ url: redis.url, use, log })
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

  it('fails an enqueue and lets a worker wait while Redis is down, and serves both afterwards', async () => {
    await start()
    const enqueue = connect('enqueue')
    const worker = connect('worker')
    await Promise.all([once(enqueue, 'ready'), once(worker, 'ready')])

    const lost = Promise.all([once(enqueue, 'close'), once(worker, 'close')])
    await redis.stop('SIGKILL')
    await lost
    await expect(enqueue.set('order', 1)).rejects.toThrow()
    const waiting = worker.set('worker', 1)

    const back = once(enqueue, 'ready')
    await redis.start()
    await back
    expect(await waiting).toBe('OK')
    expect(await enqueue.set('order', 1)).toBe('OK')
  })

  it('does not wait for a frozen server, and reconnects to it', async () => {
    await start()
    const rateLimit = connect('rate-limit')
    await once(rateLimit, 'ready')

    const givenUp = once(rateLimit, 'close')
    redis.freeze()
    await expect(rateLimit.incr('n')).rejects.toThrow(/timed out/i)
    await givenUp
    await expect(rateLimit.incr('n')).rejects.toThrow()

    const back = once(rateLimit, 'ready')
    redis.thaw()
    await back
    await rateLimit.incr('n')
  })

  it('logs a warning if Redis evicts keys or has no append-only file', async () => {
    await start('--maxmemory-policy', 'allkeys-lru')
    const retrying = connect('enqueue')
    await once(retrying, 'ready')
    expect(await findRedisProblems(retrying)).toEqual([
      expect.stringContaining('maxmemory-policy allkeys-lru'),
      expect.stringContaining('appendonly yes'),
    ])
  })

  it('logs no warning otherwise', async () => {
    await start('--appendonly', 'yes')
    const strict = connect('enqueue')
    await once(strict, 'ready')
    expect(await findRedisProblems(strict)).toEqual([])
  })
})
