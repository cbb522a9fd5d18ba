import { ListeningRecorded } from '@griot/contracts/events'
import { emptySql, type Queryable, sql } from '@griot/service-kit/db'
import { eventQueue } from '@griot/service-kit/outbox'
import { z } from 'zod'
import type { Entry } from '../ledger/entry.ts'
import { addPaid, insertEntries, type Occasion, sumEntries } from '../ledger/ledger.queries.ts'
import type { Judgement } from '../rules/points.ts'
import type { Receipt } from './receipt.ts'

export type EndedBy = 'listener' | 'next_start' | 'silence'

export interface Closing extends Occasion {
  sessionId: string
  userId: string
  /** The state that was judged; when it has moved on, nothing happens. */
  version: number
  beats: number
  endedAt: string
  endedBy: EndedBy
  claimedSeconds: number
  heardSeconds: number
  positionSeconds: number
  furthestSeconds: number
  progress: number
  judgement: Judgement
  entries: Entry[]
  receipt: Receipt
}

const Paid = z.object({ points: z.number() })

/**
 * Closes the session, pays, moves the balance and tells the others, all in one statement. Answers what was paid, or
 * nothing when the session or anything else about the person has changed since the judgement, and then changes nothing.
 */
export const closeSession = (db: Queryable, closing: Closing, { skipBusy = false } = {}) => {
  const { judgement, endedAt } = closing
  const { badges, completionBonus } = judgement
  const completions = completionBonus > 0 ? 1 : 0
  return db.maybeOne(
    Paid,
    sql`
      with gate as (
        select user_id from listener where user_id = ${closing.userId} and version = ${closing.version}
        for no key update ${skipBusy ? sql`skip locked` : emptySql}
      ), closed as (
        update listening_session session set
          claimed_seconds = ${closing.claimedSeconds}, heard_seconds = ${closing.heardSeconds},
          position_seconds = ${closing.positionSeconds}, furthest_seconds = ${closing.furthestSeconds},
          credited_seconds = ${judgement.creditedSeconds}, completed = ${judgement.completed},
          points_earned = ${judgement.points}, completion_bonus = ${completionBonus},
          ended_at = greatest(session.last_heard_at, ${endedAt}::timestamptz), ended_by = ${closing.endedBy},
          receipt = ${JSON.stringify(closing.receipt)}::json
        from gate
        where session.id = ${closing.sessionId} and session.user_id = gate.user_id
          -- Not ended: said by the receipt, lest the small index of open sessions looks cheaper than the key.
          and session.receipt is null and session.beats = ${closing.beats}
        returning session.*, session.id as session_id
      ), entry as (${insertEntries('closed', closing.entries, closing)}
      ), paid as (${sumEntries}
      ), history as (
        update history_entry history set
          position_seconds = case when closed.position_seconds = 0 and closed.heard_seconds = 0
            then history.position_seconds else closed.position_seconds end,
          progress = case when closed.position_seconds = 0 and closed.heard_seconds = 0
            then history.progress else ${closing.progress} end,
          completed = history.completed or closed.completed,
          credited_seconds = history.credited_seconds + closed.credited_seconds,
          completion_paid = history.completion_paid or ${completions} = 1,
          last_listened_at = greatest(history.last_listened_at, closed.ended_at)
        from closed
        where history.user_id = closed.user_id and history.episode_id = closed.episode_id
      ), badge as (
        insert into user_badge (user_id, badge_id, earned_at)
        select closed.user_id, badge_id, closed.ended_at
        from closed, unnest(${badges.map(({ id }) => id)}::text[]) badge_id
        on conflict (user_id, badge_id) do nothing
      ), told as (
        insert into outbox (queue, name, data)
        select queue, ${ListeningRecorded.name}, jsonb_build_object(
          'userId', closed.user_id, 'episodeId', closed.episode_id, 'podcastId', closed.podcast_id,
          'recordedAt', to_char(closed.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from closed, unnest(${ListeningRecorded.consumers.map(eventQueue)}::text[]) queue
        where closed.heard_seconds > 0
      ), balance as (
        update listener set ${addPaid(closing.week, completions)},
          listened_until = greatest(listener.listened_until, closed.ended_at)
        from closed, paid where listener.user_id = closed.user_id
      )
      select paid.points from closed, paid
    `,
  )
}
