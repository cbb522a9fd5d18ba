import { GetPoints, UserPoints } from '@griot/contracts/points'
import type { User } from '@griot/contracts/user'
import { callService } from '@griot/service-kit/http/call-service'
import { unauthenticated } from '@griot/service-kit/http/errors'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Handler, Session } from '../http/context.ts'
import { requireMethod } from '../http/errors.ts'
import { OVERLOADED } from '../limits/concurrency-limit.ts'
import type { Shared } from '../shared.ts'

const TIMEOUT_MS = 1_000
const CACHED_MS = 900

// Only the fields that are used: another version of the service may return more or fewer of the others.
const ReadPoints = {
  ...GetPoints,
  response: UserPoints.pick({ totalPoints: true, level: true }).extend({ hidePoints: z.boolean().default(false) }),
}

type PointsAndLevel = Pick<User, 'points' | 'level'>
const UNKNOWN: PointsAndLevel = { points: null, level: null }

/** `GET /api/auth/user`. While the points service is unavailable the user is returned without points and level. */
export const createCurrentUser = ({ config, upstreams, tokenFor, sessions, count, log }: Shared) => {
  const limit = upstreams.concurrencyLimitOf('listening-points')

  const requestPoints = async (session: Session, requestId: string): Promise<PointsAndLevel> => {
    const target = {
      url: config.LISTENING_POINTS_URL,
      token: await tokenFor(session),
      requestId,
      timeoutMs: TIMEOUT_MS,
    }
    const found = await limit.run(() => callService(target, ReadPoints, { params: { id: 'me' } }))
    return found === undefined || found.hidePoints ? UNKNOWN : { points: found.totalPoints, level: found.level }
  }

  const cache = new LRUCache<string, PointsAndLevel, { session: Session; requestId: string }>({
    max: 10_000,
    ttl: CACHED_MS,
    fetchMethod: (_key, _stale, { context: { session, requestId } }) =>
      requestPoints(session, requestId).catch((error: unknown) => {
        if (error !== OVERLOADED) log.warn({ err: error, requestId }, 'points request failed')
        return UNKNOWN
      }),
    // A request that `forget` overtakes still returns to its callers, but is not stored.
    ignoreFetchAbort: true,
  })

  const send: Handler = async (context) => {
    requireMethod(context, 'GET')
    const session = await sessions.find(context)
    await count(context, 'read')
    if (session === null) throw unauthenticated()
    const { requestId } = context.state
    sessions.extendCookie(context)
    const points = await cache.forceFetch(session.user.id, { context: { session, requestId } })
    const { emailIsVerified: _, ...account } = session.user
    const user: User = { ...account, ...points }
    context.set('cache-control', 'private, no-store')
    context.body = user
  }

  return {
    send,
    /** Drops the cached points after a write that may have changed them. */
    forget: (userId: string) => void cache.delete(userId),
  }
}
