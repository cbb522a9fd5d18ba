import { isIPv6 } from 'node:net'
import { AppError } from '@griot/service-kit/http/errors'
import type { Log } from '@griot/service-kit/log/log'
import { connectRedis } from '@griot/service-kit/redis/connect-redis'
import type { GatewayConfig } from '../config.ts'
import type { Context } from '../http/context.ts'

const MINUTE = 60
const HOUR = 3_600

/** Requests (`points`) within seconds (`duration`) that one user, or one address without a session, may make. */
const LIMITS = {
  read: { points: 600, duration: MINUTE },
  write: { points: 60, duration: MINUTE },
  // Tips, and exports and deletions of accounts.
  rare: { points: 10, duration: MINUTE },
  upload: { points: 20, duration: HOUR },
  // Requests that resume an upload after its connection was lost.
  piece: { points: 600, duration: MINUTE },
  'sign-in': { points: 20, duration: MINUTE },
  // Of one public resource. Directories request thousands of feeds from one address, and so do phones behind one network.
  public: { points: 300, duration: MINUTE },
  // Of all public resources together, so that invented addresses do not reach the database without a limit.
  'public-total': { points: 6_000, duration: MINUTE },
  // Of one episode. A player requests several ranges.
  'open-audio': { points: 3_000, duration: MINUTE },
} as const
export type LimitName = keyof typeof LIMITS

export interface RateLimits {
  /**
   * Counts a request. Throws 429 with the seconds to wait if the limit is exceeded; 503 for public resources, which apps understand.
   * `resource` separates the counts of one client.
   */
  count(context: Context, limit: LimitName, resource?: string): Promise<void>
  /** Takes back a count. */
  uncount(context: Context, limit: LimitName): Promise<void>
  close(): void
}

export const noRateLimits: RateLimits = { count: async () => {}, uncount: async () => {}, close: () => {} }

/** All instances count together in Redis. Without it, or while it is unavailable, each instance counts alone. */
export const createRateLimits = async (
  { TRUSTED_PROXIES: trustedProxies, REDIS_URL: redisUrl }: Pick<GatewayConfig, 'TRUSTED_PROXIES' | 'REDIS_URL'>,
  log: Log,
): Promise<RateLimits> => {
  const { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } = await import('rate-limiter-flexible')
  const redis = redisUrl === undefined ? undefined : connectRedis({ url: redisUrl, use: 'rate-limit', log })

  const createLimiter = (name: LimitName) => {
    const limit = LIMITS[name]
    const inMemory = new RateLimiterMemory({ ...limit, keyPrefix: name })
    if (redis === undefined) return inMemory
    return new RateLimiterRedis({
      ...limit,
      keyPrefix: `griot:limit:${name}`,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: inMemory,
      // Rejects exceeded limits from memory, so that a flood does not reach Redis.
      inMemoryBlockOnConsumed: limit.points + 1,
    })
  }
  const limiters = new Map((Object.keys(LIMITS) as LimitName[]).map((name) => [name, createLimiter(name)]))

  const keyOf = (context: Context, name: LimitName) => {
    const userId = name === 'sign-in' ? undefined : context.state.session?.user.id
    return userId ?? clientAddress(context, trustedProxies)
  }

  return {
    async count(context, name, resource = '') {
      try {
        await limiters.get(name)?.consume(`${keyOf(context, name)}${resource}`)
      } catch (result) {
        if (!(result instanceof RateLimiterRes)) throw result
        throw new AppError(
          name.startsWith('public') || name === 'open-audio' ? 503 : 429,
          'rate.exceeded',
          'Too many requests. Please wait a moment and try again.',
          {
            retryAfter: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
          },
        )
      }
    },
    async uncount(context, name) {
      await limiters.get(name)?.reward(keyOf(context, name))
    },
    close: () => redis?.disconnect(),
  }
}

/**
 * The client's address. A client can send any X-Forwarded-For, so only the entries that our own proxies appended,
 * counted from the end, are used. An IPv6 address counts as its /64 network, which one client controls as a whole.
 */
export const clientAddress = ({ req }: Pick<Context, 'req'>, trustedProxies: number): string => {
  const forwarded = trustedProxies === 0 ? [] : String(req.headers['x-forwarded-for'] ?? '').split(',')
  const address = forwarded.at(-trustedProxies)?.trim() || (req.socket.remoteAddress ?? '')
  const bare = address.replace(/^::ffff:(?=\d+\.)/, '')
  return isIPv6(bare) ? networkOf(bare) : bare
}

const networkOf = (address: string) => {
  const [before = '', after] = address.split('::')
  const head = before.split(':').filter(Boolean)
  const tail = (after ?? '').split(':').filter(Boolean)
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length
  return [...head, ...Array<string>(zeros).fill('0'), ...tail].slice(0, 4).join(':')
}
