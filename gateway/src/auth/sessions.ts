import type { Role } from '@griot/contracts/user'
import type { Db } from '@griot/service-kit/db'
import { gather } from '@griot/service-kit/gather'
import type { Log } from '@griot/service-kit/log'
import { hashOf, isSecret, newSecret } from './secrets.ts'
import {
  type Account,
  deleteDeadSessions,
  deleteSession,
  findAccountsBySessions,
  insertSession,
  touchSession,
} from './sessions.queries.ts'

/** However often it is used, a session ends after this; before that, it ends by lying idle. */
export const SESSION_DAYS = 30

// A session that ended in another process is still believed here for this long, so it has to stay below a second.
const REMEMBERED_MS = 900
const TOUCH_MS = 5 * 60_000
const MOST_REMEMBERED = 20_000

interface SignedIn {
  id: string
  email: string
  firstName: string
  lastName: string
  roles: Role[]
}

export interface Session {
  /** Names the session in this process's caches; it is not the cookie. */
  key: string
  user: SignedIn
}

export interface Sessions {
  /** Whose session the cookie is, or null. */
  find(cookie: string | undefined): Promise<Session | null>
  /** A new session for someone; answers the cookie's value. */
  open(userId: string): Promise<string>
  /** Ends a session at once in this process, within a second in every other. */
  end(cookie: string | undefined): Promise<void>
  /** Removes what has run out. */
  sweep(): Promise<void>
}

export interface SessionsOptions {
  db: Db
  log: Log
  idleHours: number
  adminEmails: string[]
}

interface Remembered {
  session: Promise<Session | null>
  until: number
}

export const createSessions = ({ db, log, idleHours, adminEmails }: SessionsOptions): Sessions => {
  // By the cookie itself: to hash it for each request would cost more than all the rest of finding its session.
  const remembered = new Map<string, Remembered>()
  const touchedAt = new Map<string, number>()

  const rolesOf = ({ email, emailIsVerified, claimedRoles }: Account): Role[] => {
    const isNamed = emailIsVerified && adminEmails.includes(email.toLowerCase())
    return isNamed || claimedRoles.includes('admin') ? ['admin'] : []
  }

  // However many ask, and whatever they made up to do so, the database hears of it once at a time.
  const findAccount = gather({
    work: (idHashes: Buffer[]) => findAccountsBySessions(db, idHashes, idleHours),
    keyOf: (idHash) => idHash.toString('base64url'),
    merge: (idHash) => idHash,
  })

  const load = async (key: string, idHash: Buffer): Promise<Session | null> => {
    const account = await findAccount(idHash)
    if (account === undefined) return null
    touch(key, idHash)
    const { id, email, firstName, lastName } = account
    return { key, user: { id, email, firstName, lastName, roles: rolesOf(account) } }
  }

  const touch = (key: string, idHash: Buffer) => {
    if (performance.now() - (touchedAt.get(key) ?? Number.NEGATIVE_INFINITY) < TOUCH_MS) return
    if (touchedAt.size >= MOST_REMEMBERED) touchedAt.clear()
    touchedAt.set(key, performance.now())
    touchSession(db, idHash).catch((error: unknown) => log.warn({ err: error }, 'session not touched'))
  }

  return {
    async find(cookie) {
      if (cookie === undefined) return null
      const known = remembered.get(cookie)
      if (known !== undefined && known.until > performance.now()) return known.session
      if (!isSecret(cookie)) return null

      const idHash = hashOf(cookie)
      const session = load(idHash.toString('base64url'), idHash)
      const name = standalone(cookie)
      if (remembered.size >= MOST_REMEMBERED) remembered.clear()
      remembered.set(name, { session, until: performance.now() + REMEMBERED_MS })
      // A database that cannot answer says nothing about the session, so the next request asks again.
      session.catch(() => remembered.delete(name))
      return session
    },
    async open(userId) {
      const cookie = newSecret()
      await insertSession(db, hashOf(cookie), userId, SESSION_DAYS)
      return cookie
    },
    async end(cookie) {
      if (!isSecret(cookie)) return
      await deleteSession(db, hashOf(cookie))
      // After the row: a look-up that began before must not bring the session back for another moment.
      remembered.set(standalone(cookie), { session: Promise.resolve(null), until: performance.now() + REMEMBERED_MS })
    },
    async sweep() {
      await deleteDeadSessions(db, idleHours)
      for (const [key, { until }] of remembered) if (until < performance.now()) remembered.delete(key)
    },
  }
}

/** A piece of a text holds on to the whole of it, and this one is cut out of all that a browser has sent as cookies. */
const standalone = (piece: string) => Buffer.from(piece, 'latin1').toString('latin1')
