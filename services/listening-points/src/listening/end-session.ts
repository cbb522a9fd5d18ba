import { type Db, inTransaction } from '@griot/service-kit/db'
import { notFound } from '@griot/service-kit/errors'
import { gather } from '@griot/service-kit/gather'
import { type Closing, closeSessions } from './close-session.queries.ts'
import { type Claim, type CloseSession, closeIn, type Settled, settleSession } from './close-session.ts'
import {
  type Asked,
  lockPerson,
  MOST_AT_ONCE,
  readSession,
  readSessions,
  type SessionToJudge,
} from './sessions.queries.ts'

interface Ended extends Settled {
  /** It had ended before: nothing was changed now. */
  isRepeat: boolean
}

const ATTEMPTS_WITHOUT_LOCK = 2

export type EndSession = (userId: string, sessionId: string, claim: Claim) => Promise<Ended>

/**
 * Ends a session and credits what was heard, together with those of other people that end at the same moment. Ending it
 * again changes nothing and answers the same.
 */
export const createEndSession = (db: Db): EndSession => {
  const together: Way = {
    read: gather({
      work: (asked: Asked[]) => readSessions(db, asked),
      keyOf: ({ userId, sessionId }) => `${userId} ${sessionId}`,
      merge: (asked) => asked,
    }),
    close: gather({
      work: (closings: Closing[]) => closeSessions(db, closings),
      keyOf: ({ userId }) => userId,
      most: MOST_AT_ONCE,
    }),
  }

  return async (userId, sessionId, claim) => {
    const asked = { userId, sessionId }
    for (let attempt = 0; attempt < ATTEMPTS_WITHOUT_LOCK; attempt++) {
      const ended = await tryToEnd(together, asked, claim)
      if (ended !== undefined) return ended
    }
    // Others keep changing something about this person: now they wait.
    return inTransaction(db, async (tx) => {
      await lockPerson(tx, userId)
      const ended = await tryToEnd({ read: (one) => readSession(tx, one), close: closeIn(tx) }, asked, claim)
      if (ended === undefined) throw new Error(`session ${sessionId} changed under its lock`)
      return ended
    })
  }
}

/** How the two statements that an end takes are run. */
interface Way {
  read(asked: Asked): Promise<SessionToJudge | undefined>
  close: CloseSession
}

const tryToEnd = async ({ read, close }: Way, asked: Asked, claim: Claim): Promise<Ended | undefined> => {
  const session = await read(asked)
  if (session === undefined) throw notFound('listening_session')
  if (session.receipt !== null) return { receipt: session.receipt, isTold: false, isRepeat: true }
  const settled = await settleSession(session, { endedBy: 'listener', endedAt: session.now, claim }, close)
  return settled && { ...settled, isRepeat: false }
}
