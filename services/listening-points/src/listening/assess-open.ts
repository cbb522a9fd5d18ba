import type { Entry, Listener } from '../ledger/ledger.queries.ts'
import type { Proof } from '../rules/claims.ts'
import { assessSession, type MinuteCredit } from '../rules/points.ts'
import type { Session } from './sessions.queries.ts'

/** Decides what an open session earns if it ends with this proof. */
export const assessOpen = (listener: Omit<Listener, 'userId'>, session: Session, proof: Proof) =>
  assessSession(
    { ...session, ...proof },
    {
      creditedSeconds: session.creditedSeconds - session.earlySeconds,
      isStartPaid: session.isStartPaid,
      isCompletionPaid: session.isCompletionPaid,
      completedEpisodes: listener.completedEpisodes,
      completedThisWeek: listener.completedThisWeek,
      ownPointsToday: listener.ownPoints,
      early: { seconds: session.earlySeconds, points: session.earlyPoints, pointsHeld: session.earlyPointsHeld },
    },
  )

/** What the entries for a start, minutes and a completion have in common. */
export const ofShow = ({ id, heardAs }: Session, { ownDay }: Listener) =>
  ({ sessionId: id, type: 'listening', ownDay: heardAs === 'host' ? ownDay : undefined }) as const

export const heldBack = (points: number) => (points > 0 ? { held: points } : {})

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
