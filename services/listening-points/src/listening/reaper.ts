import { setTimeout as delay } from 'node:timers/promises'
import { type Db, inTransaction, type Tx } from '@griot/service-kit/db'
import type { Log } from '@griot/service-kit/log'
import { closeIn, settleSession } from './close-session.ts'
import { lockNextSilent, postponeLiving, type SilentSession } from './reaper.queries.ts'
import { readSession } from './sessions.queries.ts'

const EVERY_MS = 15_000

export interface ReaperOptions {
  db: Db
  log: Log
  /** Called when sessions were closed: there is something to tell the others. */
  onClosed: () => void
}

/**
 * Closes the sessions that have gone silent, with what they had proven, and answers how many. Any number of copies may
 * run: each session is locked by one of them, and the others pass over it.
 */
export const closeSilentSessions = async ({ db, log, onClosed }: ReaperOptions): Promise<number> => {
  while ((await postponeLiving(db)) > 0);
  let closed = 0
  let last: Seen | undefined
  do {
    last = await closeNextSilent(db, log, last?.session)
    if (last?.isClosed) closed += 1
  } while (last !== undefined)
  if (closed > 0) {
    log.info({ closed }, 'silent sessions closed')
    onClosed()
  }
  return closed
}

interface Seen {
  session: SilentSession
  isClosed: boolean
}

const closeNextSilent = (db: Db, log: Log, last: SilentSession | undefined): Promise<Seen | undefined> => {
  const seen: { session?: SilentSession } = {}
  return inTransaction(db, async (tx) => {
    const session = await lockNextSilent(tx, last)
    if (session === undefined) return undefined
    seen.session = session
    return { session, isClosed: await closeSilent(tx, session) }
  }).catch((error: unknown) => {
    if (seen.session === undefined) throw error
    // One that cannot be closed must not keep the others open.
    log.error({ err: error, sessionId: seen.session.id }, 'closing a silent session failed')
    return { session: seen.session, isClosed: false }
  })
}

const closeSilent = async (tx: Tx, { id, userId }: SilentSession) => {
  const session = await readSession(tx, { userId, sessionId: id })
  if (session === undefined) return false
  const ending = { endedBy: 'silence', endedAt: session.lastHeardAt, claim: null } as const
  // Here the session is locked before its person, the other way round than elsewhere: closing never waits for the person.
  return (await settleSession(session, ending, closeIn(tx))) !== undefined
}

/** Looks for silent sessions again and again until it is closed. */
export const startReaper = (options: ReaperOptions): { close(): Promise<void> } => {
  const stopping = new AbortController()
  const running = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await closeSilentSessions(options)
      } catch (error) {
        options.log.warn({ err: error }, 'reaper waits')
      }
      await delay(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()
  return {
    async close() {
      stopping.abort()
      await running
    },
  }
}
