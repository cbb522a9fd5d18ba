import { type Db, inTransaction } from '@griot/service-kit/db/db'
import type { Log } from '@griot/service-kit/log/log'
import { repeatWork } from '@griot/service-kit/repeat-work'
import { closeSilent } from './end-session.ts'
import { lockNextSilent, postponeChecks, type SilentSession } from './reaper.queries.ts'

const EVERY_MS = 15_000

export interface ReaperOptions {
  db: Db
  log: Log
}

/**
 * Closes silent sessions and credits the proof of their heartbeats. Returns their number. Several instances may run at
 * once: each skips the sessions that another one is closing.
 */
export const closeSilentSessions = async ({ db, log }: ReaperOptions): Promise<number> => {
  while ((await postponeChecks(db)) > 0);
  let closed = 0
  let last: SilentSession | undefined
  for (;;) {
    let next: SilentSession | undefined
    try {
      const isClosed = await inTransaction(db, async (tx) => {
        next = await lockNextSilent(tx, last)
        if (next === undefined) return false
        const { userId, id: sessionId, lastHeardAt } = next
        return closeSilent(tx, { userId, sessionId }, (session) => session.lastHeardAt === lastHeardAt)
      })
      if (isClosed) closed += 1
    } catch (error) {
      if (next === undefined) throw error
      // One session that cannot be closed must not keep the others open.
      log.error({ err: error, sessionId: next.id }, 'closing a silent session failed')
    }
    if (next === undefined) break
    last = next
  }
  if (closed > 0) log.info({ closed }, 'silent sessions closed')
  return closed
}

/** Closes silent sessions every 15 seconds until it is stopped. */
export const startReaper = (options: ReaperOptions) =>
  repeatWork({ what: 'closing silent sessions', pauseMs: EVERY_MS, log: options.log }, () =>
    closeSilentSessions(options),
  )
