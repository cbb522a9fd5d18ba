import { type Db, inTransaction, type Queryable } from '@griot/service-kit/db'
import { notFound } from '@griot/service-kit/errors'
import { type Claim, settleSession } from './close-session.ts'
import type { Receipt } from './receipt.ts'
import { lockPerson, readSession } from './sessions.queries.ts'

export interface Ended {
  receipt: Receipt
  /** It had ended before: nothing was changed now. */
  isRepeat: boolean
}

const ATTEMPTS_WITHOUT_LOCK = 2

/** Ends a session and credits what was heard. Ending it again changes nothing and answers the same. */
export const endSession = async (db: Db, userId: string, sessionId: string, claim: Claim): Promise<Ended> => {
  for (let attempt = 0; attempt < ATTEMPTS_WITHOUT_LOCK; attempt++) {
    const ended = await tryToEnd(db, userId, sessionId, claim)
    if (ended !== undefined) return ended
  }
  // Others keep changing something about this person: now they wait.
  return inTransaction(db, async (tx) => {
    await lockPerson(tx, userId)
    const ended = await tryToEnd(tx, userId, sessionId, claim)
    if (ended === undefined) throw new Error(`session ${sessionId} changed under its lock`)
    return ended
  })
}

const tryToEnd = async (db: Queryable, userId: string, sessionId: string, claim: Claim): Promise<Ended | undefined> => {
  const session = await readSession(db, userId, sessionId)
  if (session === undefined) throw notFound('listening_session')
  if (session.receipt !== null) return { receipt: session.receipt, isRepeat: true }
  const receipt = await settleSession(db, session, { endedBy: 'listener', endedAt: session.now, claim })
  return receipt && { receipt, isRepeat: false }
}
