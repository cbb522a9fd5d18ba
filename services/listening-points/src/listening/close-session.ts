import type { Tx } from '@griot/service-kit/db'
import type { PaidEntry } from '../ledger/ledger.queries.ts'
import { believe } from '../rules/believe.ts'
import { RULES } from '../rules/numbers.ts'
import { type Judgement, judge } from '../rules/points.ts'
import { progressAt, withinLength } from '../rules/progress.ts'
import { type Closing, closeSessions, type EndedBy, type Paid } from './close-session.queries.ts'
import type { Receipt } from './receipt.ts'
import type { SessionToJudge } from './sessions.queries.ts'

/** What the player says at the end: seconds heard since the start, and where it stands. */
export interface Claim {
  listeningDuration: number
  totalProgress: number
}

export interface Ending {
  endedBy: EndedBy
  endedAt: string
  /** Null when nobody is there to claim anything: then only what heartbeats have proven counts. */
  claim: Claim | null
}

/** Closes a session as it was judged, and answers what was paid: see {@link closeSessions}. */
export type CloseSession = (closing: Closing) => Promise<Paid | undefined>

export interface Settled extends Pick<Paid, 'isTold'> {
  receipt: Receipt
}

/** Closes it by itself, in a transaction. */
export const closeIn =
  (tx: Tx): CloseSession =>
  async (closing) =>
    (await closeSessions(tx, [closing]))[0]

/**
 * Judges an open session and closes it. Answers nothing when something about the person changed in between: then nothing
 * has happened, and it is to be judged again.
 */
export const settleSession = async (
  session: SessionToJudge,
  { endedBy, endedAt, claim }: Ending,
  close: CloseSession,
): Promise<Settled | undefined> => {
  const heard = claim === null ? asProven(session) : asClaimed(session, claim)
  const judgement = judge({ ...session, ...heard }, session)
  const receipt = receiptOf(judgement)
  const paid = await close({
    ...heard,
    sessionId: session.id,
    userId: session.userId,
    version: session.version,
    beats: session.beats,
    now: session.now,
    week: session.week,
    ownDay: session.ownDay,
    endedAt,
    endedBy,
    progress: progressAt(heard.positionSeconds, session.lengthSeconds),
    judgement,
    ownPoints: session.heardAs === 'host' ? judgement.minutePoints + judgement.completionBonus : 0,
    entries: entriesFor(session, judgement),
    receipt,
  })
  if (paid === undefined) return undefined
  // The start was paid when it happened.
  if (paid.points !== judgement.points - session.startPoints) {
    throw new Error(`session ${session.id} was judged worth ${judgement.points} points, the ledger took ${paid.points}`)
  }
  return { receipt, isTold: paid.isTold }
}

const asProven = ({ claimedSeconds, heardSeconds, positionSeconds, furthestSeconds }: SessionToJudge) => ({
  claimedSeconds,
  heardSeconds,
  positionSeconds,
  furthestSeconds,
})

const asClaimed = (session: SessionToJudge, claim: Claim) => {
  const isNewest = claim.listeningDuration >= session.claimedSeconds
  const position = withinLength(claim.totalProgress, session.lengthSeconds)
  return {
    claimedSeconds: Math.max(session.claimedSeconds, claim.listeningDuration),
    heardSeconds: believe(claim.listeningDuration, session),
    // An end that overtook a heartbeat on the way is the newer word; one that is older leaves the place alone.
    positionSeconds: isNewest ? position : session.positionSeconds,
    furthestSeconds: Math.max(session.furthestSeconds, position),
  }
}

const receiptOf = ({ points, weeklyBonus, creditedSeconds, completed, reasons }: Judgement): Receipt => ({
  pointsEarned: points,
  weeklyBonus,
  creditedSeconds,
  completed,
  reasons,
})

const entriesFor = (session: SessionToJudge, judgement: Judgement): PaidEntry[] => {
  const title = session.episodeTitle
  const { minutes, minutePoints, minutePointsHeld, completionBonus, weeklyBonus, badges } = judgement
  const ofShow = { type: 'listening', ...(session.heardAs === 'host' && { ownDay: session.ownDay }) } as const
  const heldOf = (points: number) => (points > 0 ? { held: points } : {})
  const entries: PaidEntry[] = [
    {
      ...ofShow,
      kind: 'listening',
      sourceId: session.id,
      points: minutePoints,
      about: { title, minutes, ...heldOf(minutePointsHeld) },
    },
    {
      ...ofShow,
      kind: 'completed',
      sourceId: session.episodeId,
      points: completionBonus,
      about: { title, ...heldOf(RULES.completion.points - completionBonus) },
    },
    { kind: 'weekly', type: 'achievement', sourceId: session.week, points: weeklyBonus, about: {} },
    ...badges.map(
      ({ id, points }): PaidEntry => ({
        kind: 'badge',
        type: 'achievement',
        sourceId: id,
        points,
        about: { badge: id },
      }),
    ),
  ]
  return entries.filter(({ points }) => points > 0)
}
