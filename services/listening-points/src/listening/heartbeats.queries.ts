import { type Queryable, sql } from '@griot/service-kit/db'
import { z } from 'zod'
import { ofThese } from '../parts/of-these.ts'
import { GRACE_SECONDS } from '../rules/numbers.ts'

export interface Beat {
  sessionId: string
  userId: string
  claimedSeconds: number
  positionSeconds: number
  furthestSeconds: number
}

const Proven = z.object({ sessionId: z.string(), userId: z.string(), creditedSeconds: z.number() })

/**
 * Writes many heartbeats at once and answers the sessions that were open and their sender's. The rule is `believe` in
 * `rules/believe.ts`, spelled in SQL because a whole batch is judged where its rows are.
 */
export const writeBeats = (db: Queryable, beats: Beat[]) => {
  const people = beats.map(({ userId }) => userId)
  const theirs = ofThese(db, sql`session.user_id`, people)
  return db.many(
    Proven,
    sql`
      with beat as (
        -- Selected: of a list as it is PostgreSQL knows the length, and plans the whole anew for each.
        select * from unnest(
          (select ${beats.map(({ sessionId }) => sessionId)}::uuid[]),
          (select ${people}::uuid[]),
          (select ${beats.map(({ claimedSeconds }) => claimedSeconds)}::int[]),
          (select ${beats.map(({ positionSeconds }) => positionSeconds)}::int[]),
          (select ${beats.map(({ furthestSeconds }) => furthestSeconds)}::int[])
        ) as beat (session_id, user_id, claimed, position, furthest)
        -- Lest it supposes ten: in many small parts that looks dearer than to read all of them.
        limit (select ${beats.length}::int)
      ), mine as (
        -- In one order for everybody, so that two processes with the same sessions never wait in a circle.
        select session.user_id, session.id, beat.claimed, beat.position, beat.furthest
        from beat join listening_session session on session.id = beat.session_id and session.user_id = beat.user_id
        -- Not ended: said by the receipt, lest the small index of open sessions looks cheaper than the key.
        where session.receipt is null and ${theirs}
        order by session.id
        for no key update of session
      ), moment as materialized (
        -- Read when the rows are locked: whatever wrote them before has an earlier time.
        select wall_clock() as now from (select count(*) from mine) locked
      )
      update listening_session session set
        heard_seconds = greatest(session.heard_seconds, least(
          mine.claimed,
          greatest(0, floor(extract(epoch from moment.now - session.counts_from))::int),
          session.heard_seconds + ${GRACE_SECONDS}::int
            + greatest(0, floor(extract(epoch from moment.now - session.last_heard_at))::int)
        )),
        position_seconds = case when mine.claimed < session.claimed_seconds then session.position_seconds
          when session.length_seconds > 0 then least(mine.position, session.length_seconds) else mine.position end,
        furthest_seconds = greatest(session.furthest_seconds,
          case when session.length_seconds > 0 then least(mine.furthest, session.length_seconds) else mine.furthest end),
        claimed_seconds = greatest(session.claimed_seconds, mine.claimed),
        last_heard_at = greatest(session.last_heard_at, moment.now),
        beats = session.beats + 1
      from mine, moment
      where session.user_id = mine.user_id and session.id = mine.id and session.receipt is null and ${theirs}
      returning session.id as "sessionId", session.user_id as "userId",
        least(session.heard_seconds, session.left_seconds) as "creditedSeconds"
    `,
  )
}

export const findSession = (db: Queryable, userId: string, sessionId: string) =>
  db.maybeOne(
    z.object({ id: z.string() }),
    sql`select id from listening_session where id = ${sessionId} and user_id = ${userId}`,
  )
