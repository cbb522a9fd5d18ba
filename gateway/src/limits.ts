import { isIPv6 } from 'node:net'
import { AppError } from '@griot/service-kit/errors'
import type { Log } from '@griot/service-kit/log'
import { connectRedis } from '@griot/service-kit/redis/connect-redis'
import type { Context } from './http/context.ts'
import { isSafe } from './http/fetch-metadata.ts'
import type { RouteRow } from './routes.ts'

const MINUTE = 60
const HOUR = 3_600

/** How often one person, or one address that is signed out, may do something. */
const LIMITS = {
  read: { points: 600, duration: MINUTE },
  write: { points: 60, duration: MINUTE },
  tip: { points: 10, duration: MINUTE },
  upload: { points: 20, duration: HOUR },
  // Of an upload that goes on after its connection was lost.
  piece: { points: 600, duration: MINUTE },
  'sign-in': { points: 20, duration: MINUTE },
} as const
export type LimitName = keyof typeof LIMITS

/** Counts a request, or refuses it with 429 and the seconds to wait. */
export type CountRequest = (context: Context, limit: LimitName) => Promise<void>

interface LimitsOptions {
  trustedProxies: number
  log: Log
  /** Where all gateways count together. Without it, and while it is away, each counts for itself. */
  redisUrl?: string | undefined
}

export interface Limits {
  count: CountRequest
  close(): void
}

export const noLimits: Limits = { count: async () => {}, close: () => {} }

export const createLimits = async ({ trustedProxies, log, redisUrl }: LimitsOptions): Promise<Limits> => {
  // Loaded only where there are limits.
  const { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } = await import('rate-limiter-flexible')
  const redis = redisUrl === undefined ? undefined : connectRedis({ url: redisUrl, patience: 'counting', log })

  const limiterFor = ([name, limit]: [string, { points: number; duration: number }]) => {
    const own = new RateLimiterMemory({ ...limit, keyPrefix: name })
    if (redis === undefined) return own
    return new RateLimiterRedis({
      ...limit,
      keyPrefix: `griot:limit:${name}`,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: own,
      // Whoever is over the limit is refused from memory: a flood costs Redis nothing.
      inMemoryBlockOnConsumed: limit.points + 1,
    })
  }
  const limiters = new Map(Object.entries(LIMITS).map((entry) => [entry[0], limiterFor(entry)]))

  return {
    async count(context, name) {
      const who = name === 'sign-in' ? undefined : context.state.session?.user.id
      try {
        await limiters.get(name)?.consume(who ?? addressOf(context, trustedProxies))
      } catch (spent) {
        if (!(spent instanceof RateLimiterRes)) throw spent
        throw new AppError(429, 'rate.exceeded', 'That was a lot at once. Please wait a moment and try again.', {
          retryAfter: Math.max(1, Math.ceil(spent.msBeforeNext / 1000)),
        })
      }
    },
    close: () => redis?.disconnect(),
  }
}

export const limitFor = (method: string, { limit }: RouteRow): LimitName => {
  if (isSafe(method)) return 'read'
  // Only what begins an upload counts as one.
  return limit === 'upload' && method !== 'POST' ? 'piece' : limit
}

/**
 * The browser's address. Anyone can write X-Forwarded-For; only the entries that our own proxies appended, counted
 * from the end, are true. Someone with IPv6 has a whole network to themselves, so that counts as one.
 */
export const addressOf = ({ req }: Pick<Context, 'req'>, trustedProxies: number): string => {
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
