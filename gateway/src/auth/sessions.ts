import type { Db } from '@griot/service-kit/db/db'
import type { Log } from '@griot/service-kit/log/log'
import type { GatewayConfig } from '../config.ts'
import type { Context, Session } from '../http/context.ts'
import { clearCookie, readCookie, setCookie } from '../http/cookies.ts'
import { hashOf, isSecret, newSecret } from './secrets.ts'
import { createSessionLookup, SESSION_DAYS } from './session-lookup.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  hashOfKey,
  insertSession,
  listSessions,
} from './sessions.queries.ts'

export const createSessions = (db: Db, log: Log, config: GatewayConfig) => {
  const lookup = createSessionLookup(db, log, config)

  const remove = async (cookie: string | undefined) => {
    if (!isSecret(cookie)) return
    const idHash = hashOf(cookie)
    await deleteSession(db, idHash)
    lookup.forget([idHash])
  }

  const sendCookie = (context: Context, cookie: string) =>
    setCookie(context, 'griot_session', cookie, SESSION_DAYS * 86_400)

  return {
    /** Looks up the session of the request and stores it in the state; null if the user is signed out. */
    async find(context: Context) {
      context.state.session = await lookup.find(readCookie(context, 'griot_session'))
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
      lookup.forget(ended)
      return ended.length
    },
    forget: lookup.forget,
    async sweep() {
      await deleteExpiredSessions(db)
      lookup.purgeStale()
    },
  }
}
