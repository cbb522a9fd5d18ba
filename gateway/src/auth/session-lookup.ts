import { batchCalls } from '@griot/service-kit/db/batch'
import type { Db } from '@griot/service-kit/db/db'
import type { Log } from '@griot/service-kit/log/log'
import { LRUCache } from 'lru-cache'
import type { GatewayConfig } from '../config.ts'
import type { Session } from '../http/context.ts'
import { RECENT_HOURS } from './recent-sign-in.ts'
import { rolesOf } from './roles.ts'
import { hashOf, isSecret } from './secrets.ts'
import { findAccountsBySessions, keyOf, touchSession } from './sessions.queries.ts'

/** A session ends when it was not used for this long. */
export const SESSION_DAYS = 90

// A session that another instance has ended is still accepted here for this long: it must stay below a second.
const CACHED_MS = 900
// The previous release ends sessions that were idle for 12 hours, so this must stay well below during a release.
const TOUCH_MS = 60 * 60_000
const CACHE_SIZE = 10_000

/** Finds the session of a cookie, from a cache of this process or from the database. */
export const createSessionLookup = (db: Db, log: Log, config: GatewayConfig) => {
  const cache = new LRUCache<string, Promise<Session | null>>({ max: CACHE_SIZE, ttl: CACHED_MS })
  const touched = new LRUCache<string, true>({ max: CACHE_SIZE, ttl: TOUCH_MS })

  // One query at a time for all concurrent lookups, so that invented cookies cannot flood the database.
  const findAccount = batchCalls({
    work: (idHashes: Buffer[]) => findAccountsBySessions(db, idHashes, RECENT_HOURS),
  })

  const load = async (idHash: Buffer): Promise<Session | null> => {
    const account = await findAccount(idHash)
    if (account === undefined) return null
    const key = keyOf(idHash)
    if (!touched.has(key)) {
      touched.set(key, true)
      touchSession(db, idHash, SESSION_DAYS).catch((error: unknown) => log.warn({ err: error }, 'session not extended'))
    }
    const { id, email, emailIsVerified, firstName, lastName, isRecent, accountAgeDays, activeDays } = account
    return {
      key,
      user: { id, email, emailIsVerified, firstName, lastName, roles: rolesOf(account, config) },
      isRecent,
      accountAgeDays,
      activeDays,
    }
  }

  const find = async (cookie: string | undefined) => {
    if (!isSecret(cookie)) return null
    const idHash = hashOf(cookie)
    const key = keyOf(idHash)
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const session = load(idHash)
    cache.set(key, session)
    // A database error does not mean that the session is invalid: the next request looks it up again.
    session.catch(() => cache.delete(key))
    return session
  }

  return {
    /** Null without a valid session. */
    find,
    /**
     * Drops sessions from the cache of this process whose rows were deleted. Call it after the deletion, so that a lookup
     * that began before cannot cache the session again.
     */
    forget(idHashes: readonly Buffer[]) {
      for (const idHash of idHashes) cache.set(keyOf(idHash), Promise.resolve(null))
    },
    purgeStale: () => cache.purgeStale(),
  }
}
