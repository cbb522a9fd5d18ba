import { ListeningRecorded } from '@griot/contracts/events'
import { type Queryable, type Sql, sql } from '@griot/service-kit/db'
import { eventQueue } from '@griot/service-kit/outbox'
import { z } from 'zod'
import {
  addOwnPoints,
  addPaid,
  givenEntries,
  insertEntries,
  type OwnEntry,
  type PaidEntry,
  sumEntries,
} from '../ledger/ledger.queries.ts'
import { ofThese } from '../parts/of-these.ts'
import type { Judgement } from '../rules/points.ts'
import type { Receipt } from './receipt.ts'

export type EndedBy = 'listener' | 'next_start' | 'silence'

export interface Closing {
  sessionId: string
  userId: string
  /** The state that was judged; when it has moved on, nothing happens. */
  version: number
  beats: number
  /** When it was judged, and the week (its Monday, UTC) that its payments count for. */
  now: string
  week: string
  /** The day that what own shows bring counts for, and what this one brings beyond its start. */
  ownDay: string
  ownPoints: number
  endedAt: string
  endedBy: EndedBy
  claimedSeconds: number
  heardSeconds: number
  positionSeconds: number
  furthestSeconds: number
  progress: number
  judgement: Judgement
  entries: PaidEntry[]
  receipt: Receipt
}

const Closed = z.object({ sessionId: z.string(), points: z.number(), isTold: z.boolean() })

export interface Paid {
  points: number
  /** Others are to hear of it: an event waits in the outbox. */
  isTold: boolean
}

/**
 * Closes sessions of different people, pays, moves their balances and tells the others, all in one statement. Answers
 * in the order of the closings what was paid; nothing, and changes nothing, for one whose session or anything else about
 * the person has changed since the judgement, or is being changed right now.
 */
export const closeSessions = async (db: Queryable, closings: readonly Closing[]): Promise<(Paid | undefined)[]> => {
  const rows = await db.many(Closed, closeThem(db, closings))
  const paid = new Map(rows.map(({ sessionId, ...one }) => [sessionId, one]))
  return closings.map(({ sessionId }) => paid.get(sessionId))
}

const closeThem = (db: Queryable, closings: readonly Closing[]): Sql => {
  const people = closings.map(({ userId }) => userId)
  const theirs = ofThese(db, sql`session.user_id`, people)
  // What nobody else can hear has no listeners.
  const isTold = sql`closed.heard_seconds > 0 and closed.heard_as <> 'preview'`
  const given = closings.flatMap(({ userId, entries }) => entries.map((entry): OwnEntry => ({ userId, ...entry })))
  const occasion = { now: sql`payee.judged_at`, week: sql`payee.judged_week` }
  return sql`
    with closing as (
      select * from json_to_recordset(${JSON.stringify(closings.map(asRow))}::json) as closing (
        session_id uuid, user_id uuid, version bigint, beats int, judged_at timestamptz, judged_week date,
        own_day date, own_points int, minute_points_held int, unpaid_completion_week date, ended_at timestamptz,
        ended_by text, claimed_seconds int, heard_seconds int, position_seconds int, furthest_seconds int,
        credited_seconds int, completed boolean, points_earned int, completion_bonus int, completions int,
        new_progress numeric, receipt json
      )
      -- Lest PostgreSQL supposes a hundred, and reads all sessions rather than looking for so many.
      limit (select ${closings.length}::int)
    ), given as (${givenEntries(given)}
    ), gate as (
      -- In one order for everybody, so that two processes with the same people never wait in a circle. Whoever is busy
      -- has a statement of their own afterwards, that nobody else has to wait for.
      select listener.user_id
      from closing join listener on listener.user_id = closing.user_id and listener.version = closing.version
      order by listener.user_id
      for no key update of listener skip locked
    ), held as (
      -- In the order that heartbeats take them in.
      select session.user_id, session.id
      from gate join closing on closing.user_id = gate.user_id
      join listening_session session on session.id = closing.session_id and session.user_id = gate.user_id
      -- Not ended: said by the receipt, lest the small index of open sessions looks cheaper than the key.
      where session.receipt is null and session.beats = closing.beats and ${theirs}
      order by session.id
      for no key update of session
    ), closed as (
      update listening_session session set
        claimed_seconds = closing.claimed_seconds, heard_seconds = closing.heard_seconds,
        position_seconds = closing.position_seconds, furthest_seconds = closing.furthest_seconds,
        credited_seconds = closing.credited_seconds, completed = closing.completed,
        points_earned = closing.points_earned, completion_bonus = closing.completion_bonus,
        minute_points_held = closing.minute_points_held, unpaid_completion_week = closing.unpaid_completion_week,
        ended_at = greatest(session.last_heard_at, closing.ended_at), ended_by = closing.ended_by,
        receipt = closing.receipt
      from held join closing on closing.session_id = held.id
      where session.user_id = held.user_id and session.id = held.id and session.receipt is null
        and session.beats = closing.beats and ${theirs}
      returning session.*, session.id as session_id, closing.judged_at, closing.judged_week, closing.completions,
        closing.new_progress, closing.own_day, closing.own_points
    ), entry as (${insertEntries('closed', occasion)}
    ), paid as (${sumEntries('closed')}
    ), history as (
      update history_entry history set
        position_seconds = case when closed.position_seconds = 0 and closed.heard_seconds = 0
          then history.position_seconds else closed.position_seconds end,
        progress = case when closed.position_seconds = 0 and closed.heard_seconds = 0
          then history.progress else closed.new_progress end,
        completed = history.completed or closed.completed,
        credited_seconds = history.credited_seconds + closed.credited_seconds,
        completion_paid = history.completion_paid or closed.completions = 1,
        last_listened_at = greatest(history.last_listened_at, closed.ended_at)
      from closed
      where history.user_id = closed.user_id and history.episode_id = closed.episode_id
    ), badge as (
      insert into user_badge (user_id, badge_id, earned_at)
      select closed.user_id, given."sourceId", closed.ended_at
      from closed join given on given."userId" = closed.user_id and given.kind = 'badge'
      on conflict (user_id, badge_id) do nothing
    ), told as (
      insert into outbox (queue, name, data)
      select queue, ${ListeningRecorded.name}, jsonb_build_object(
        'userId', closed.user_id, 'episodeId', closed.episode_id, 'podcastId', closed.podcast_id,
        'recordedAt', to_char(closed.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      from closed, unnest(${ListeningRecorded.consumers.map(eventQueue)}::text[]) queue
      where ${isTold}
    ), balance as (
      update listener set ${addPaid(sql`closed.judged_week`, sql`closed.completions`)},
        ${addOwnPoints(sql`closed.own_day`, sql`closed.own_points`)},
        listened_until = greatest(listener.listened_until, closed.ended_at)
      from closed join paid on paid.user_id = closed.user_id
      where listener.user_id = closed.user_id
    )
    select closed.session_id as "sessionId", paid.points, ${isTold} as "isTold"
    from closed join paid on paid.user_id = closed.user_id
  `
}

const asRow = ({ judgement, ...closing }: Closing) => ({
  session_id: closing.sessionId,
  user_id: closing.userId,
  version: closing.version,
  beats: closing.beats,
  judged_at: closing.now,
  judged_week: closing.week,
  own_day: closing.ownDay,
  own_points: closing.ownPoints,
  minute_points_held: judgement.minutePointsHeld,
  unpaid_completion_week: judgement.isCompletion && judgement.completionBonus === 0 ? closing.week : null,
  ended_at: closing.endedAt,
  ended_by: closing.endedBy,
  claimed_seconds: closing.claimedSeconds,
  heard_seconds: closing.heardSeconds,
  position_seconds: closing.positionSeconds,
  furthest_seconds: closing.furthestSeconds,
  credited_seconds: judgement.creditedSeconds,
  completed: judgement.completed,
  points_earned: judgement.points,
  completion_bonus: judgement.completionBonus,
  completions: judgement.isCompletion ? 1 : 0,
  new_progress: closing.progress,
  receipt: closing.receipt,
})
