import type { Db } from '@griot/service-kit/db'
import { unavailable } from '@griot/service-kit/errors'
import type { Log } from '@griot/service-kit/log'

const CHANNEL = 'upload_wanted'
// Whoever sends a file in pieces asks for the lock again and again.
const LINGER_MS = 5_000

/** Locks that hold between processes, until they are given up or the process that holds them is gone. */
export interface SharedLocks {
  /** Whether it is ours now. `lost` is called when it is no longer, or should no longer be: somebody waits for it. */
  take(id: string, lost: () => void): Promise<boolean>
  /** Asks whichever process holds it to let go. */
  ask(id: string): Promise<void>
  giveUp(id: string): Promise<void>
}

type Connection = Awaited<ReturnType<Db['openConnection']>>

interface Session {
  connection: Connection
  /** What is ours, and whom to tell that it no longer is. */
  held: Map<string, () => void>
  /** The last thing that was said; a connection says one thing at a time. */
  said: Promise<unknown>
}

/**
 * Advisory locks of PostgreSQL, all of a process on one connection, which is open only while there are any: with it they
 * go, so a process that is killed holds none.
 */
export const createSharedLocks = ({ db, log }: { db: Db; log: Log }): SharedLocks => {
  let opened: Promise<Session> | undefined
  let closing: NodeJS.Timeout | undefined

  const open = async (onEnd: () => void): Promise<Session> => {
    const connection = await db.openConnection()
    const held: Session['held'] = new Map()
    connection.on('notification', ({ payload = '' }) => held.get(payload)?.())
    connection.once('end', () => {
      onEnd()
      for (const lost of held.values()) lost()
    })
    await connection.query(`listen ${CHANNEL}`)
    return { connection, held, said: Promise.resolve() }
  }

  const current = async () => {
    clearTimeout(closing)
    const opening = opened ?? open(() => forget())
    opened = opening
    const forget = () => {
      if (opened === opening) opened = undefined
    }
    try {
      return await opening
    } catch (error) {
      forget()
      throw unavailable('database', error)
    }
  }

  const closeLater = ({ connection, held }: Session) => {
    clearTimeout(closing)
    if (held.size > 0) return
    closing = setTimeout(() => {
      opened = undefined
      connection.end().catch((error: unknown) => log.warn({ err: error }, 'connection of locks not closed'))
    }, LINGER_MS).unref()
  }

  const say = async (session: Session, text: string, values: string[]) => {
    const saying = session.said.then(() => session.connection.query<{ taken?: boolean }>(text, values))
    session.said = saying.catch(() => {})
    try {
      return (await saying).rows[0]
    } catch (error) {
      throw unavailable('database', error)
    }
  }

  return {
    async take(id, lost) {
      const session = await current()
      const row = await say(session, 'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', [id])
      const isTaken = row?.taken === true
      if (isTaken) session.held.set(id, lost)
      closeLater(session)
      return isTaken
    },
    async ask(id) {
      await say(await current(), 'select pg_notify($1, $2)', [CHANNEL, id])
    },
    async giveUp(id) {
      const session = await opened?.catch(() => undefined)
      // With its connection it is gone already.
      if (session === undefined || !session.held.delete(id)) return
      await say(session, 'select pg_advisory_unlock(hashtextextended($1, 0))', [id]).catch((error: unknown) =>
        log.warn({ err: error }, 'lock not given up'),
      )
      closeLater(session)
    },
  }
}
