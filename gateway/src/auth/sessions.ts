import { batchCalls } from '@griot/service-kit/db/batch'
import type { Db } from '@griot/service-kit/db/db'
import type { Log } from '@griot/service-kit/log/log'
import { LRUCache } from 'lru-cache'
import type { GatewayConfig } from '../config.ts'
import type { Context, Session } from '../http/context.ts'
import { clearCookie, readCookie, setCookie } from '../http/cookies.ts'
import { RECENT_HOURS } from './recent-sign-in.ts'
import { rolesOf } from './roles.ts'
import { hashOf, isSecret, newSecret } from './secrets.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  findAccountsBySessions,
  hashOfKey,
  insertSession,
  keyOf,
  listSessions,
  touchSession,
} from './sessions.queries.ts'

/** A session ends when it was not used for this long. */
const SESSION_DAYS = 90

// A session that another instance has ended is still accepted here for this long: it must stay below a second.
const CACHED_MS = 900
// The previous release ends sessions that were idle for 12 hours, so this must stay well below during a release.
const TOUCH_MS = 60 * 60_000
const CACHE_SIZE = 10_000

export const createSessions = (db: Db, log: Log, config: GatewayConfig) => {
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

  const remove = async (cookie: string | undefined) => {
    if (!isSecret(cookie)) return
    const idHash = hashOf(cookie)
    await deleteSession(db, idHash)
    // After the row is deleted, so that a lookup that began before cannot cache the session again.
    cache.set(keyOf(idHash), Promise.resolve(null))
  }

  const forget = (idHashes: readonly Buffer[]) => {
    for (const idHash of idHashes) cache.set(keyOf(idHash), Promise.resolve(null))
  }

  const sendCookie = (context: Context, cookie: string) =>
    setCookie(context, 'griot_session', cookie, SESSION_DAYS * 86_400)

  return {
    /** Looks up the session of the request and stores it in the state; null if the user is signed out. */
    async find(context: Context) {
      context.state.session = await find(readCookie(context, 'griot_session'))
      return context.state.session
    },
    /** Opens a new session. The previous id is never reused: an attacker may have planted it in this browser. */
    async open(context: Context, userId: string, authenticatedAt: Date | null) {
      await remove(readCookie(context, 'griot_session'))
      const cookie = newSecret()
      await insertSession(db, hashOf(cookie), { userId, authenticatedAt, days: SESSION_DAYS })
      sendCookie(context, cookie)
    },
    /** Extends the cookie of a valid session. Call it only for responses that no cache stores. */
    extendCookie(context: Context) {
      const cookie = readCookie(context, 'griot_session')
      if (context.state.session !== null && cookie !== undefined) sendCookie(context, cookie)
    },
    /** Ends the session: at once in this process, within a second in all others. */
    async end(context: Context) {
      await remove(readCookie(context, 'griot_session'))
      clearCookie(context, 'griot_session')
    },
    list: ({ key, user }: Session) => listSessions(db, user.id, hashOfKey(key)),
    /** Ends all other sessions of the user: at once in this process, within a second in all others. Returns their number. */
    async endOthers({ key, user }: Session) {
      const ended = await deleteSessionsOf(db, user.id, hashOfKey(key))
      forget(ended)
      return ended.length
    },
    /** Drops sessions from the cache of this process whose rows were deleted. */
    forget,
    async sweep() {
      await deleteExpiredSessions(db)
      cache.purgeStale()
    },
  }
}
