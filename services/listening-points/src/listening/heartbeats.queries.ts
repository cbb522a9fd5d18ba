import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { ListenerSums, listenerSums, rowsOf } from '../ledger/ledger.queries.ts'
import type { MinuteCredit } from '../rules/points.ts'
import { currentSums, type Proof } from '../rules/rules.ts'
import { byId, fromSessions, Session, type SessionKey, sessionColumns } from './sessions.queries.ts'

const SessionWithListener = Session.extend(ListenerSums.shape).transform((row) => currentSums(row, row.now))

/** Sessions with the sums of their listeners, without locks. */
export const readSessions = async (db: Queryable, keys: readonly SessionKey[]) =>
  byId(
    await db.many(
      SessionWithListener,
      sql`
        select ${sessionColumns}, ${listenerSums}
        ${fromSessions(keys)}
        join listener on listener.user_id = session.user_id
      `,
    ),
  )

export interface ProvenSession {
  session: Pick<Session, 'id' | 'userId' | 'beats' | 'now'>
  proof: Proof
  /** The seconds of the session that earn points. */
  provenSeconds: number
}

/**
 * Stores the proofs of heartbeats. Returns the ids of the stored sessions: a session that changed since it was read stays
 * unchanged. Locks in the order of the ids, like `lockSessions`.
 */
export const storeHeartbeats = async (db: Queryable, proven: readonly ProvenSession[]): Promise<Set<string>> => {
  // Only the columns of the statement: both sides spend time on every field.
  const rows = proven.map(({ session: { id, userId, beats, now }, proof, provenSeconds }) => {
    const { claimedSeconds, heardSeconds, positionSeconds, furthestSeconds, audioSeconds } = proof
    const stored = { claimedSeconds, heardSeconds, positionSeconds, furthestSeconds, audioSeconds, provenSeconds }
    return { id, userId, beats, now, ...stored }
  })
  const stored = await db.many(
    z.object({ id: z.string() }),
    sql`
      with proof as (
        select proof.* from ${rowsOf(
          rows,
          sql`id uuid, "userId" uuid, beats int, now timestamptz, "claimedSeconds" int, "heardSeconds" int,
            "positionSeconds" int, "furthestSeconds" int, "audioSeconds" int, "provenSeconds" int`,
        )} proof
        join listening_session session on session.id = proof.id and session.user_id = proof."userId"
        where session.receipt is null and session.beats = proof.beats
        order by session.id
        for no key update of session
      )
      update listening_session session set claimed_seconds = proof."claimedSeconds",
        heard_seconds = proof."heardSeconds", position_seconds = proof."positionSeconds",
        furthest_seconds = proof."furthestSeconds", audio_seconds = proof."audioSeconds",
        proven_seconds = proof."provenSeconds", last_heard_at = greatest(session.last_heard_at, proof.now),
        beats = session.beats + 1
      from proof
      where session.id = proof.id and session.user_id = proof."userId"
        and session.receipt is null and session.beats = proof.beats
      returning session.id
    `,
  )
  return new Set(stored.map(({ id }) => id))
}

export interface EarlyCredit {
  session: Session
  credited: MinuteCredit
  /** For the start of the episode. */
  startPoints: number
}

/** Adds credits before the end to the open sessions and to the listeners' histories. */
export const storeEarlyCredits = (tx: Tx, credits: readonly EarlyCredit[]) => {
  const rows = rowsOf(
    credits.map(({ session, credited, startPoints }) => {
      const { id, userId, episodeId } = session
      const audioSeconds = session.audioSeconds === null ? 0 : credited.seconds
      return { id, userId, episodeId, startPoints, audioSeconds, ...credited }
    }),
    sql`id uuid, "userId" uuid, "episodeId" uuid, "startPoints" int, "audioSeconds" int, seconds int, points int, "pointsHeld" int`,
  )
  tx.send(sql`
    update listening_session session set credited_seconds = session.credited_seconds + credited.seconds,
      start_points = session.start_points + credited."startPoints",
      points_earned = session.points_earned + credited."startPoints" + credited.points,
      minute_points_held = session.minute_points_held + credited."pointsHeld", has_early_credit = true
    from ${rows} credited
    where session.id = credited.id and session.user_id = credited."userId"
  `)
  tx.send(sql`
    update history_entry history set credited_seconds = history.credited_seconds + credited.seconds,
      audio_credited_seconds = history.audio_credited_seconds + credited."audioSeconds",
      start_paid = history.start_paid or credited."startPoints" > 0
    from ${rows} credited
    where history.user_id = credited."userId" and history.episode_id = credited."episodeId"
  `)
}
