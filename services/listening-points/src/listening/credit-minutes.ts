import { type Db, inTransaction } from '@griot/service-kit/db/db'
import { credit, lockListeners } from '../ledger/ledger.queries.ts'
import type { Assessment } from '../rules/points.ts'
import { bonusesOf, CREDITED_EVERY_MINUTES } from '../rules/rules.ts'
import { assessOpen, minutesEntry, startEntry } from './end-session.ts'
import { storeEarlyCredits } from './heartbeats.queries.ts'
import { lockSessions, type SessionKey, storeAudioBonuses } from './sessions.queries.ts'

export const areMinutesDue = ({ rest }: Assessment) => rest.minutes >= CREDITED_EVERY_MINUTES

/**
 * Credits the start and the minutes of open sessions of different listeners, if minutes are due, in one transaction. Returns the points for
 * each session: 0 if another call has credited them.
 */
export const creditMinutes = (db: Db, keys: readonly SessionKey[]): Promise<number[]> =>
  inTransaction(db, async (tx) => {
    const userIds = keys.map(({ userId }) => userId)
    const [listeners, sessions] = await Promise.all([lockListeners(tx, userIds), lockSessions(tx, keys)])
    const due = [...sessions.values()].flatMap((session) => {
      const listener = listeners.get(session.userId)
      if (listener === undefined || session.receipt !== null) return []
      const assessment = assessOpen(listener, session, session)
      if (!areMinutesDue(assessment)) return []
      const { startPoints, rest } = assessment
      return [{ listener, session, startPoints, credited: rest, points: startPoints + rest.points }]
    })
    if (due.length > 0) {
      const credits = due.map(({ listener, session, startPoints, credited }) => ({
        listener,
        entries: [startEntry(session, listener, startPoints), minutesEntry(session, listener, credited)],
        bonuses: bonusesOf({ startPoints }),
      }))
      storeEarlyCredits(tx, due)
      storeAudioBonuses(tx, due)
      credit(tx, credits)
    }
    return keys.map(({ sessionId }) => due.find(({ session }) => session.id === sessionId)?.points ?? 0)
  })
