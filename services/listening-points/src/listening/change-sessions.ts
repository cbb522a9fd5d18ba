import { type Db, inTransaction } from '@griot/service-kit/db/db'
import { credit, lockListeners } from '../ledger/ledger.queries.ts'
import { type Ended, type EndRequest, endSessions } from './end-session.ts'
import { type Started, type StartRequest, startSessions } from './start-session.ts'

/** The start or the end of a session. */
export interface SessionChange {
  userId: string
  start?: StartRequest
  end?: EndRequest
}

/** `ended` is undefined if the listener has no such session. */
interface Changed {
  started: Started | undefined
  ended: Ended | undefined
}

/**
 * Starts and ends sessions of different listeners, in one transaction, because the transaction costs more than a session
 * in it: docs/decisions.md. Returns an element for each change.
 */
export const changeSessions = (db: Db, changes: readonly SessionChange[]): Promise<Changed[]> =>
  inTransaction(db, async (tx) => {
    const userIds = changes.map(({ userId }) => userId)
    const starts = changes.flatMap(({ start }) => start ?? [])
    const ends = changes.flatMap(({ end }) => end ?? [])
    // Once for all, because every transaction locks listeners in the same order.
    const listeners = lockListeners(tx, userIds)
    const [{ started, credits }, { ended, credits: ofEnds }] = await Promise.all([
      startSessions(tx, listeners, starts),
      endSessions(tx, listeners, ends),
    ])
    credit(tx, [...credits, ...ofEnds])
    return changes.map(({ userId }) => ({ started: started.get(userId), ended: ended.get(userId) }))
  })
