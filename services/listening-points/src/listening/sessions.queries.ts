import { ListeningRecorded } from '@griot/contracts/events'
import { EndListening, EndReason, type ExplainedSession } from '@griot/contracts/listening'
import { progressAt } from '@griot/contracts/listening-rules'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { eventQueue } from '@griot/service-kit/queue/outbox'
import { z } from 'zod'
import { rowsOf } from '../ledger/ledger.queries.ts'
import type { Assessment } from '../rules/points.ts'
import { bonusesOf, HEARD_AS, type Proof } from '../rules/rules.ts'

// During a release, or after a rollback, a newer instance may have stored a reason that this one does not have.
const Reason = EndListening.response.shape.reasons.element.extend({ reason: EndReason.catch('nothing_new') })

/** The response to the end of a session, stored with it and returned to every repeated call. */
export const Receipt = EndListening.response.extend({ reasons: z.array(Reason) })
export type Receipt = z.output<typeof Receipt>

export const Session = z.object({
  id: z.string(),
  userId: z.string(),
  episodeId: z.string(),
  podcastId: z.string(),
  episodeTitle: z.string(),
  heardAs: z.enum(HEARD_AS),
  lengthSeconds: z.number(),
  leftSeconds: z.number(),
  startPoints: z.number(),
  /** In hex; null if it is not known. */
  audioSha256: z.string().nullable(),
  audioFileId: z.string().nullable(),
  isAudioStartPaid: z.boolean(),
  isAudioCompletionPaid: z.boolean(),
  countsFrom: z.string(),
  lastHeardAt: z.string(),
  beats: z.number(),
  claimedSeconds: z.number(),
  heardSeconds: z.number(),
  positionSeconds: z.number(),
  furthestSeconds: z.number(),
  audioSeconds: z.number().nullable(),
  /** Of an open session: the credits for its minutes, and the points of them that the limit for own shows held back. */
  earlySeconds: z.number(),
  earlyPoints: z.number(),
  earlyPointsHeld: z.number(),
  /** Null while the session is open. */
  receipt: Receipt.nullable(),
  /** The listener's history of the episode; `creditedSeconds` includes `earlySeconds`. */
  creditedSeconds: z.number(),
  audioCreditedSeconds: z.number(),
  isStartPaid: z.boolean(),
  isCompletionPaid: z.boolean(),
  now: z.string(),
})
export type Session = z.infer<typeof Session>

export interface SessionKey {
  userId: string
  sessionId: string
}

export const sessionColumns = sql`
  session.id, session.user_id as "userId", session.episode_id as "episodeId", session.podcast_id as "podcastId",
    session.episode_title as "episodeTitle", session.heard_as as "heardAs", session.length_seconds as "lengthSeconds",
    session.left_seconds as "leftSeconds", session.start_points as "startPoints",
    encode(session.audio_sha256, 'hex') as "audioSha256", session.audio_file_id as "audioFileId", session.audio_start_paid as "isAudioStartPaid",
    session.audio_completion_paid as "isAudioCompletionPaid",
    session.counts_from as "countsFrom", session.last_heard_at as "lastHeardAt", session.beats,
    session.claimed_seconds as "claimedSeconds", session.heard_seconds as "heardSeconds",
    session.position_seconds as "positionSeconds", session.furthest_seconds as "furthestSeconds",
    session.audio_seconds as "audioSeconds", history.audio_credited_seconds as "audioCreditedSeconds",
    session.credited_seconds as "earlySeconds", session.points_earned - session.start_points as "earlyPoints",
    session.minute_points_held as "earlyPointsHeld", session.receipt, history.credited_seconds as "creditedSeconds",
    history.start_paid as "isStartPaid", history.completion_paid as "isCompletionPaid", wall_clock() as now
`

export const fromSessions = (keys: readonly SessionKey[]) => sql`
  from ${rowsOf(
    keys.map(({ userId, sessionId }) => ({ userId, sessionId })),
    sql`"userId" uuid, "sessionId" uuid`,
  )} key
  join listening_session session on session.id = key."sessionId" and session.user_id = key."userId"
  join history_entry history on history.user_id = session.user_id and history.episode_id = session.episode_id
`

export const byId = <Row extends Session>(sessions: readonly Row[]) =>
  new Map(sessions.map((session) => [session.id, session]))

/** Blocks heartbeats until the transaction ends. Lock the listeners first: every transaction locks in this order. */
export const lockSessions = async (tx: Tx, keys: readonly SessionKey[]) =>
  byId(
    await tx.many(
      Session,
      sql`select ${sessionColumns} ${fromSessions(keys)} order by session.id for no key update of session`,
    ),
  )

const OpenSession = z.object({ sessionId: z.string(), listeningDuration: z.number(), totalProgress: z.number() })

/** The open session of an episode, with its last claim. */
export const findOpenSession = (db: Queryable, userId: string, episodeId: string) =>
  db.maybeOne(
    OpenSession,
    sql`
      select id as "sessionId", claimed_seconds as "listeningDuration", position_seconds as "totalProgress"
      from listening_session where user_id = ${userId} and episode_id = ${episodeId} and ended_at is null
    `,
  )

export type EndedBy = NonNullable<ExplainedSession['endedBy']>

export interface SessionEnd {
  endedBy: EndedBy
  endedAt: string
  proof: Proof
  assessment: Assessment
  /** The week (its Monday) of a completion that counts, although the limit for own shows left no points for it. */
  unpaidCompletionWeek: string | null
  receipt: Receipt
}

export interface EndedSession {
  session: Session
  end: SessionEnd
}

/**
 * Ends sessions and credits their episodes in the listeners' histories. The position there stays if the session proved
 * nothing. One statement, like `insertSessions`.
 */
export const storeEnds = (tx: Tx, ended: readonly EndedSession[]) => {
  const rows = ended.map(({ session, end: { proof, assessment, ...end } }) => {
    const { id, userId, episodeId, lengthSeconds } = session
    const { claimedSeconds, heardSeconds, positionSeconds, furthestSeconds, audioSeconds } = proof
    const { creditedSeconds, completed, points, completionBonus, minutePointsHeld, isCountedCompletion, rest } =
      assessment
    const proven = { claimedSeconds, heardSeconds, positionSeconds, furthestSeconds, audioSeconds }
    const earned = { creditedSeconds, completed, points, completionBonus, minutePointsHeld, isCountedCompletion }
    const startPoints = session.startPoints + assessment.startPoints
    const isMoved = positionSeconds > 0 || heardSeconds > 0
    const history = {
      restSeconds: rest.seconds,
      audioRestSeconds: audioSeconds === null ? 0 : rest.seconds,
      isStartPaid: assessment.startPoints > 0,
      isMoved,
      progress: progressAt(positionSeconds, lengthSeconds),
    }
    return { id, userId, episodeId, ...proven, ...earned, startPoints, ...history, ...end }
  })
  tx.send(sql`
    with ended as (
      select * from ${rowsOf(
        rows,
        sql`id uuid, "userId" uuid, "episodeId" uuid, "claimedSeconds" int, "heardSeconds" int, "positionSeconds" int,
          "furthestSeconds" int, "audioSeconds" int, "creditedSeconds" int, completed boolean, "startPoints" int, points int,
          "completionBonus" int, "minutePointsHeld" int, "unpaidCompletionWeek" date, "restSeconds" int,
          "audioRestSeconds" int, "isStartPaid" boolean, "isCountedCompletion" boolean, "isMoved" boolean, progress numeric,
          "endedAt" timestamptz, "endedBy" text, receipt json`,
      )} session
    ), history as (
      update history_entry history set
        position_seconds = case when ended."isMoved" then ended."positionSeconds" else history.position_seconds end,
        progress = case when ended."isMoved" then ended.progress else history.progress end,
        completed = history.completed or ended.completed,
        credited_seconds = history.credited_seconds + ended."restSeconds",
        audio_credited_seconds = history.audio_credited_seconds + ended."audioRestSeconds",
        start_paid = history.start_paid or ended."isStartPaid",
        completion_paid = history.completion_paid or ended."isCountedCompletion",
        last_listened_at = greatest(history.last_listened_at, ended."endedAt")
      from ended
      where history.user_id = ended."userId" and history.episode_id = ended."episodeId"
    )
    update listening_session session set claimed_seconds = ended."claimedSeconds",
      heard_seconds = ended."heardSeconds", position_seconds = ended."positionSeconds",
      furthest_seconds = ended."furthestSeconds", audio_seconds = ended."audioSeconds",
      credited_seconds = ended."creditedSeconds", completed = ended.completed, start_points = ended."startPoints",
      points_earned = ended.points, completion_bonus = ended."completionBonus",
      minute_points_held = ended."minutePointsHeld", unpaid_completion_week = ended."unpaidCompletionWeek",
      has_early_credit = false, ended_at = ended."endedAt", ended_by = ended."endedBy", receipt = ended.receipt
    from ended
    where session.id = ended.id and session.user_id = ended."userId"
  `)
}

/** Stores the bonuses that sessions earned, so that their audio earns none of them again in another episode. */
export const storeAudioBonuses = (
  tx: Tx,
  sessions: readonly { session: Session; startPoints: number; isCountedCompletion?: boolean }[],
) => {
  const rows = sessions.flatMap(({ session: { id, userId, audioSha256 }, ...earned }) =>
    bonusesOf(earned).map((kind) => ({ id, userId, audioSha256, kind })),
  )
  const known = rows.filter(({ audioSha256 }) => audioSha256 !== null)
  if (known.length === 0) return
  tx.send(sql`
    insert into audio_bonus (user_id, audio_sha256, kind, session_id)
    select "userId", decode("audioSha256", 'hex'), kind, id
    from ${rowsOf(known, sql`id uuid, "userId" uuid, "audioSha256" text, kind text`)} bonus
  `)
}

/** Writes `listening.recorded` for each session into the outbox. */
export const publishRecorded = (tx: Tx, ended: readonly EndedSession[]) => {
  const events = ended.map(({ session: { userId, episodeId, podcastId }, end }) =>
    ListeningRecorded.data.parse({ userId, episodeId, podcastId, recordedAt: end.endedAt }),
  )
  tx.send(sql`
    insert into outbox (queue, name, data)
    select queue, ${ListeningRecorded.name}, data
    from json_array_elements(${JSON.stringify(events)}::json) as data,
      unnest(${ListeningRecorded.consumers.map(eventQueue)}::text[]) as queue
  `)
}
