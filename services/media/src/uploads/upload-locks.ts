import { setTimeout as delay } from 'node:timers/promises'
import { type Db, sql } from '@griot/service-kit/db/db'
import { unavailable } from '@griot/service-kit/http/errors'
import type { Log } from '@griot/service-kit/log/log'
import { ERRORS, type Locker, type RequestRelease } from '@tus/server'

const CHANNEL = 'upload_wanted'
const TIMEOUT_MS = 10_000
const RETRY_MS = 100
// A client that sends several requests needs the lock again soon.
const IDLE_MS = 5_000

/**
 * Locks that allow one connection per upload across all instances. A new request asks the holder to release the lock,
 * because the holder's client has most likely lost its connection, and waits until it does. They are advisory locks of
 * PostgreSQL on one connection of this instance: PostgreSQL releases them when it closes, so a killed process holds none.
 */
export const createUploadLocks = ({ db, log }: { db: Db; log: Log }): Locker => {
  /** The locks of this instance, also while they are requested: PostgreSQL would grant them to its connection again. */
  const held = new Map<string, RequestRelease>()
  let opened: ReturnType<typeof open> | undefined
  let idle: NodeJS.Timeout | undefined

  const open = async () => {
    const connection = await db.openConnection()
    const opening = opened
    connection.on('notification', ({ payload = '' }) => void held.get(payload)?.())
    connection.once('end', () => close(opening))
    await connection.query(`listen ${CHANNEL}`)
    return connection
  }

  /** Closes the connection, which releases its locks. */
  const close = async (closing: typeof opened) => {
    if (closing === undefined || closing !== opened) return
    opened = undefined
    for (const stop of held.values()) void stop()
    const connection = await closing.catch(() => undefined)
    await connection?.end().catch((error: unknown) => log.warn({ err: error }, 'lock connection could not be closed'))
  }

  const isGranted = async (id: string) => {
    opened ??= open()
    const opening = opened
    try {
      const lock = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as granted'
      const { rows } = await (await opening).query<{ granted: boolean }>(lock, [id])
      return rows[0]?.granted === true
    } catch (error) {
      void close(opening)
      throw unavailable('database', error)
    }
  }

  const remove = (id: string) => {
    held.delete(id)
    clearTimeout(idle)
    idle = setTimeout(() => {
      if (held.size === 0) void close(opened)
    }, IDLE_MS).unref()
  }

  /** Returns whether the lock was acquired. `stop` is called if another request wants it, or if it is lost. */
  const tryLock = async (id: string, stop: RequestRelease) => {
    if (held.has(id)) return false
    held.set(id, () => {})
    let isLocked = false
    try {
      isLocked = await isGranted(id)
      if (isLocked) held.set(id, stop)
      return isLocked
    } finally {
      if (!isLocked) remove(id)
    }
  }

  return {
    newLock: (id) => ({
      async lock(stopped, requestRelease) {
        const expired = AbortSignal.any([stopped, AbortSignal.timeout(TIMEOUT_MS)])
        while (!(await tryLock(id, requestRelease))) {
          await db.run(sql`select pg_notify(${CHANNEL}, ${id})`)
          await delay(RETRY_MS, undefined, { signal: expired }).catch(() => {})
          if (expired.aborted) throw ERRORS.ERR_LOCK_TIMEOUT
        }
      },
      async unlock() {
        // A lost connection has released the lock.
        const connection = await opened?.catch(() => undefined)
        await connection
          ?.query('select pg_advisory_unlock(hashtextextended($1, 0))', [id])
          .catch((error: unknown) => log.warn({ err: error }, 'lock could not be released'))
        remove(id)
      },
    }),
  }
}
