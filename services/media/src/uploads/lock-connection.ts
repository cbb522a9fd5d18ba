import { type Db, sql } from '@griot/service-kit/db/db'
import { unavailable } from '@griot/service-kit/http/errors'
import type { Log } from '@griot/service-kit/log/log'
import pLimit from 'p-limit'

const CHANNEL = 'upload_wanted'
// A client that sends several requests needs a lock again soon.
const IDLE_MS = 5_000

type Stop = () => unknown

/**
 * Advisory locks of PostgreSQL that hold over all instances. They are on one connection of this instance, past the pooler:
 * PostgreSQL releases them when it closes, so a killed process holds none.
 */
export const createLockConnection = ({ db, log }: { db: Db; log: Log }) => {
  /** The locks of this instance, also while they are requested: PostgreSQL would grant them to its connection again. */
  const held = new Map<string, Stop>()
  let opened: ReturnType<typeof open> | undefined
  // The driver runs one statement of a connection at a time.
  const inOrder = pLimit(1)
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

  const isGranted = async (key: string) => {
    opened ??= open()
    const opening = opened
    try {
      const lock = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as granted'
      const { rows } = await inOrder(async () => (await opening).query<{ granted: boolean }>(lock, [key]))
      return rows[0]?.granted === true
    } catch (error) {
      void close(opening)
      throw unavailable('database', error)
    }
  }

  const remove = (key: string) => {
    held.delete(key)
    clearTimeout(idle)
    idle = setTimeout(() => {
      if (held.size === 0) void close(opened)
    }, IDLE_MS).unref()
  }

  return {
    /** Returns whether the lock was acquired. `stop` is called if another request needs it, or if it is lost. */
    async tryLock(key: string, stop: Stop = () => {}) {
      if (held.has(key)) return false
      held.set(key, () => {})
      let isLocked = false
      try {
        isLocked = await isGranted(key)
        if (isLocked) held.set(key, stop)
        return isLocked
      } finally {
        if (!isLocked) remove(key)
      }
    },
    /** `tryLock` may be called for the same key at once: it runs after this. */
    async unlock(key: string) {
      const opening = opened
      remove(key)
      const release = 'select pg_advisory_unlock(hashtextextended($1, 0))'
      await inOrder(async () => {
        // A lost connection has released the lock.
        const connection = await opening?.catch(() => undefined)
        await connection?.query(release, [key])
      }).catch((error: unknown) => log.warn({ err: error }, 'lock could not be released'))
    },
    /** Asks the instance that holds a lock to release it. */
    request: (key: string) => db.run(sql`select pg_notify(${CHANNEL}, ${key})`),
  }
}
export type LockConnection = ReturnType<typeof createLockConnection>
