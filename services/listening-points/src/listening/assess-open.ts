import type { Entry, Listener } from '../ledger/ledger.queries.ts'
import { isBonusLeft } from '../rules/bonuses.ts'
import type { Proof } from '../rules/claims.ts'
import { assessSession, type Before, type MinuteCredit } from '../rules/points.ts'
import type { Session, StartState } from './sessions.queries.ts'

type Sums = Omit<Listener, 'userId'>

/** Decides what an open session earns if it ends with this proof. */
export const assessOpen = (listener: Sums, session: Session, proof: Proof) => {
  const { earlySeconds: seconds, earlyPoints: points, earlyPointsHeld: pointsHeld } = session
  const history = { ...session, creditedSeconds: session.creditedSeconds - seconds }
  return assessSession(
    { ...session, ...proof },
    { ...before(listener, history), early: { seconds, points, pointsHeld } },
  )
}

const before = (
  { now, isHeld, completedEpisodes, completedThisWeek, ownPoints, recentBonuses }: Sums,
  {
    creditedSeconds,
    audioCreditedSeconds = 0,
    isStartPaid,
    isCompletionPaid,
  }: Pick<StartState, 'creditedSeconds' | 'isStartPaid' | 'isCompletionPaid'> & { audioCreditedSeconds?: number },
): Before => ({
  creditedSeconds,
  audioCreditedSeconds,
  isStartPaid,
  isCompletionPaid,
  isHeld,
  isStartLeft: isBonusLeft(recentBonuses.started, now),
  isCompletionLeft: isBonusLeft(recentBonuses.completed, now),
  completedEpisodes,
  completedThisWeek,
  ownPointsToday: ownPoints,
  early: { seconds: 0, points: 0, pointsHeld: 0 },
})

/** The points for the start of an episode that a new session can earn by listening. */
export const comingStart = (
  listener: Sums,
  session: Pick<Session, 'heardAs' | 'lengthSeconds' | 'leftSeconds' | 'isAudioStartPaid' | 'isAudioCompletionPaid'>,
  history: StartState,
) => {
  const nothingHeard = { startPoints: 0, claimedSeconds: 0, heardSeconds: 0, furthestSeconds: 0, audioSeconds: null }
  return assessSession({ ...session, ...nothingHeard }, before(listener, history)).comingStart
}

/** What the entries for a start, minutes and a completion have in common. */
export const ofShow = ({ id, heardAs }: Session, { ownDay }: Listener) =>
  ({ sessionId: id, type: 'listening', ownDay: heardAs === 'host' ? ownDay : undefined }) as const

export const heldBack = (points: number) => (points > 0 ? { held: points } : {})

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
