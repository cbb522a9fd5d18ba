import { type Db, inTransaction, type Tx } from '@griot/service-kit/db/db'
import { awardBadges, type Credit, credit, type Entry, type Listener, lockListeners } from '../ledger/ledger.queries.ts'
import { type Assessment, assessSession, type MinuteCredit } from '../rules/points.ts'
import { applyClaim, bonusesOf, type Claim, isBonusLeft, type Proof, RULES } from '../rules/rules.ts'
import {
  type EndedBy,
  findOpenSession,
  lockSessions,
  publishRecorded,
  type Receipt,
  type Session,
  type SessionEnd,
  type SessionKey,
  storeAudioBonuses,
  storeEnds,
} from './sessions.queries.ts'

export interface EndRequest {
  userId: string
  sessionId: string
  claim: Claim
}

export interface Ended {
  receipt: Receipt
  /** The session had ended before; nothing changed. */
  isRepeat: boolean
}

/**
 * Ends sessions of different listeners, who are being locked. Returns the receipts by listener, none if the listener has
 * no such session, and the credits, which the caller passes to `credit`. Ending a session again returns the same receipt and
 * changes nothing.
 */
export const endSessions = async (
  tx: Tx,
  locking: Promise<Map<string, Listener>>,
  requests: readonly EndRequest[],
): Promise<{ ended: Map<string, Ended>; credits: Credit[] }> => {
  const ended = new Map<string, Ended>()
  if (requests.length === 0) return { ended, credits: [] }
  const [listeners, sessions] = await Promise.all([locking, lockSessions(tx, requests)])

  const closings: Closing[] = []
  for (const { userId, sessionId, claim } of requests) {
    const listener = listeners.get(userId)
    const session = sessions.get(sessionId)
    if (listener === undefined || session?.userId !== userId) continue
    if (session.receipt !== null) {
      ended.set(userId, { receipt: session.receipt, isRepeat: true })
      continue
    }
    const closing = assessEnd(listener, session, 'listener', claim)
    closings.push(closing)
    ended.set(userId, { receipt: closing.end.receipt, isRepeat: false })
  }
  return { ended, credits: closeSessions(tx, closings) }
}

/** Ends the listener's open session, if it plays this episode, with the proof of its heartbeats. */
export const endSessionOf = async (db: Db, userId: string, episodeId: string) => {
  const open = await findOpenSession(db, userId, episodeId)
  if (!open) return
  const { sessionId, listeningDuration, totalProgress } = open
  const claim = { listeningDuration, totalProgress }
  await inTransaction(db, async (tx) => {
    const { credits } = await endSessions(tx, lockListeners(tx, [userId]), [{ userId, sessionId, claim }])
    credit(tx, credits)
  })
}

type AssessedSession = Pick<
  Session,
  | 'heardAs'
  | 'lengthSeconds'
  | 'leftSeconds'
  | 'startPoints'
  | 'isAudioStartPaid'
  | 'isAudioCompletionPaid'
  | 'earlySeconds'
  | 'earlyPoints'
  | 'earlyPointsHeld'
  | 'creditedSeconds'
  | 'audioCreditedSeconds'
  | 'isStartPaid'
  | 'isCompletionPaid'
>

/** Decides the points of an open session if it ends with this proof. */
export const assessOpen = (listener: Omit<Listener, 'userId'>, session: AssessedSession, proof: Proof) => {
  const { now, isHeld, recentBonuses, completedEpisodes, completedThisWeek, ownPoints } = listener
  const { earlySeconds: seconds, earlyPoints: points, earlyPointsHeld: pointsHeld } = session
  const { creditedSeconds, audioCreditedSeconds, isStartPaid, isCompletionPaid } = session
  return assessSession(
    { ...session, ...proof },
    {
      creditedSeconds: creditedSeconds - seconds,
      audioCreditedSeconds,
      isStartPaid,
      isCompletionPaid,
      isHeld,
      isStartLeft: isBonusLeft(recentBonuses.started, now),
      isCompletionLeft: isBonusLeft(recentBonuses.completed, now),
      completedEpisodes,
      completedThisWeek,
      ownPointsToday: ownPoints,
      early: { seconds, points, pointsHeld },
    },
  )
}

export interface Closing {
  listener: Listener
  session: Session
  end: SessionEnd
  /** Catalog counts the listener: an event is published. */
  isPublished: boolean
}

/** Decides the end of an open session. Without a claim it is credited for the proof of its heartbeats. */
export const assessEnd = (listener: Listener, session: Session, endedBy: EndedBy, claim?: Claim): Closing => {
  const proof = claim === undefined ? session : applyClaim(session, claim, listener.now)
  const assessment = assessOpen(listener, session, proof)
  const end = {
    endedBy,
    // The last heartbeat is later than `now` if the clock was set back, or if it was stored after the listener was locked.
    endedAt: endedBy === 'silence' || session.lastHeardAt > listener.now ? session.lastHeardAt : listener.now,
    proof,
    assessment,
    unpaidCompletionWeek: assessment.isCountedCompletion && assessment.completionBonus === 0 ? listener.week : null,
    receipt: receiptOf(assessment),
  }
  return { listener, session, end, isPublished: proof.heardSeconds > 0 && session.heardAs !== 'preview' }
}

/**
 * Closes sessions of different listeners, whose rows the transaction has locked. Returns the credits, which the caller passes
 * to `credit`.
 */
export const closeSessions = (tx: Tx, closings: readonly Closing[]): Credit[] => {
  if (closings.length === 0) return []
  const credits = closings.map(({ listener, session, end: { assessment, endedAt } }) => ({
    listener,
    entries: entriesFor(session, listener, assessment),
    bonuses: bonusesOf(assessment),
    completions: assessment.isCountedCompletion ? 1 : 0,
    listenedUntil: endedAt,
  }))
  const awards = closings.flatMap(({ listener: { userId }, end: { assessment, endedAt: earnedAt } }) =>
    assessment.badges.map(({ id: badgeId }) => ({ userId, badgeId, earnedAt })),
  )
  const published = closings.filter(({ isPublished }) => isPublished)
  storeEnds(tx, closings)
  storeAudioBonuses(
    tx,
    closings.map(({ session, end: { assessment } }) => ({ session, ...assessment })),
  )
  if (awards.length > 0) awardBadges(tx, awards)
  if (published.length > 0) publishRecorded(tx, published)
  return credits
}

/**
 * Closes an open session that `isDue` with the proof of its heartbeats. Returns false if it is not: it may have ended, or
 * sent a heartbeat, before the listener was locked.
 */
export const closeSilent = async (tx: Tx, key: SessionKey, isDue: (session: Session) => boolean = () => true) => {
  const listener = (await lockListeners(tx, [key.userId])).get(key.userId)
  const session = (await lockSessions(tx, [key])).get(key.sessionId)
  if (!listener || !session || session.receipt !== null || !isDue(session)) return false
  credit(tx, closeSessions(tx, [assessEnd(listener, session, 'silence')]))
  return true
}

const receiptOf = ({ points, weeklyBonus, creditedSeconds, completed, reasons }: Assessment): Receipt => ({
  pointsEarned: points,
  weeklyBonus,
  creditedSeconds,
  completed,
  reasons,
})

/** Earlier credits have entries. */
const entriesFor = (session: Session, listener: Listener, assessment: Assessment): Entry[] => {
  const { startPoints, rest, completionBonus, weeklyBonus, badges } = assessment
  const ofAchievement = { sessionId: session.id, type: 'achievement' } as const
  return [
    startEntry(session, listener, startPoints),
    minutesEntry(session, listener, rest),
    {
      ...ofShow(session, listener),
      kind: 'completed',
      sourceId: session.episodeId,
      points: completionBonus,
      about: { title: session.episodeTitle, ...heldBack(RULES.completion.points - completionBonus) },
    },
    { ...ofAchievement, kind: 'weekly', sourceId: listener.week, points: weeklyBonus, about: {} },
    ...badges.map(({ id, points }) => ({
      ...ofAchievement,
      kind: 'badge' as const,
      sourceId: id,
      points,
      about: { badge: id },
    })),
  ]
}

/** The common part of the entries for a start, minutes and a completion. */
const ofShow = ({ id, heardAs }: Session, { ownDay }: Listener) =>
  ({ sessionId: id, type: 'listening', ownDay: heardAs === 'host' ? ownDay : undefined }) as const

const heldBack = (points: number) => (points > 0 ? { held: points } : {})

export const startEntry = (session: Session, listener: Listener, points: number): Entry => ({
  ...ofShow(session, listener),
  kind: 'started',
  sourceId: session.episodeId,
  points,
  about: { title: session.episodeTitle },
})

/** The seconds distinguish the credits of one session. */
export const minutesEntry = (
  session: Session,
  listener: Listener,
  { seconds, minutes, points, pointsHeld }: MinuteCredit,
): Entry => ({
  ...ofShow(session, listener),
  kind: 'listening',
  sourceId: `${session.id}/${session.earlySeconds + seconds}`,
  points,
  about: { title: session.episodeTitle, minutes, ...heldBack(pointsHeld) },
})
