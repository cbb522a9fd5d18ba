import type { StartBonus } from '@griot/contracts/listening'
import type { Db } from '@griot/service-kit/db/db'
import { applyClaim, type Claim } from '../rules/rules.ts'
import { areMinutesDue } from './credit-minutes.ts'
import { assessOpen } from './end-session.ts'
import { readSessions, storeHeartbeats } from './heartbeats.queries.ts'

export interface Heartbeat {
  userId: string
  sessionId: string
  claim: Claim
}

interface Recorded {
  creditedSeconds: number
  /** Points of the session that are not credited yet. */
  pendingPoints: number
  /** The balance of the listener. */
  totalPoints: number
  startBonus: StartBonus | null
  /** `creditMinutes` has to be called. */
  areMinutesDue: boolean
}

/** `stale`: the session changed since it was read; nothing is stored, and the heartbeat can be repeated. */
export type HeartbeatOutcome = Recorded | 'not_found' | 'ended' | 'stale'

/** Stores the proofs of heartbeats of different sessions. Returns an element for each heartbeat. */
export const recordHeartbeats = async (db: Db, heartbeats: readonly Heartbeat[]): Promise<HeartbeatOutcome[]> => {
  const sessions = await readSessions(db, heartbeats)
  const proven = heartbeats.flatMap(({ userId, sessionId, claim }) => {
    const session = sessions.get(sessionId)
    if (session?.userId !== userId || session.receipt !== null) return []
    const proof = applyClaim(session, claim, session.now)
    const assessment = assessOpen(session, session, proof)
    return [{ session, proof, assessment, provenSeconds: assessment.creditedSeconds }]
  })
  const stored = await storeHeartbeats(db, proven)
  const provenById = new Map(proven.map((one) => [one.session.id, one]))

  return heartbeats.map(({ userId, sessionId }) => {
    if (sessions.get(sessionId)?.userId !== userId) return 'not_found'
    const one = provenById.get(sessionId)
    if (one === undefined) return 'ended'
    if (!stored.has(sessionId)) return 'stale'
    const { session, assessment } = one
    return {
      creditedSeconds: assessment.creditedSeconds,
      pendingPoints: assessment.pendingPoints,
      totalPoints: session.totalPoints,
      startBonus: assessment.comingStart,
      areMinutesDue: areMinutesDue(assessment),
    }
  })
}
