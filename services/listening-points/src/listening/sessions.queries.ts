import { ExplainedSession } from '@griot/contracts/listening'
import { type Queryable, type Sql, sql, type Tx } from '@griot/service-kit/db'
import { z } from 'zod'
import { clock } from '../clock.ts'
import { FROM_THE_NEWEST } from '../newest-first.ts'
import { ofThese } from '../parts/of-these.ts'
import { HEARD_AS } from '../rules/own-shows.ts'
import { Receipt } from './receipt.ts'

/** A session as the wire has it. An open one shows what has been proven so far. */
export const sessionColumns: Sql = sql`
  id, episode_id as "episodeId", podcast_id as "podcastId",
  case when ended_at is null then least(heard_seconds, left_seconds) else credited_seconds end as "listeningDuration",
  completed, points_earned as "pointsEarned", completion_bonus as "completionBonus",
  started_at as "createdAt", ended_at as "endedAt"
`

/** People of one statement that opens or closes: its parts are joined row by row, and more of them cost no less each. */
export const MOST_AT_ONCE = 100

const ListedSession = ExplainedSession.extend({ reasons: Receipt.shape.reasons })

/** Everything that the end of a session is judged by, as of one moment. */
const SessionToJudge = z.object({
  id: z.string(),
  userId: z.string(),
  episodeId: z.string(),
  episodeTitle: z.string(),
  heardAs: z.enum(HEARD_AS),
  lengthSeconds: z.number(),
  leftSeconds: z.number(),
  claimedSeconds: z.number(),
  heardSeconds: z.number(),
  positionSeconds: z.number(),
  furthestSeconds: z.number(),
  beats: z.number(),
  startPoints: z.number(),
  lastHeardAt: z.string(),
  receipt: Receipt.nullable(),
  secondsCounted: z.number(),
  secondsSilent: z.number(),
  now: z.string(),
  week: z.string(),
  ownDay: z.string(),
  version: z.number(),
  creditedSeconds: z.number(),
  isStartPaid: z.boolean(),
  isCompletionPaid: z.boolean(),
  completedEpisodes: z.number(),
  completedThisWeek: z.number(),
  ownPointsToday: z.number(),
})
export type SessionToJudge = z.infer<typeof SessionToJudge>

export interface Asked {
  userId: string
  sessionId: string
}

/** Each of these sessions, in their order; nothing for one that is not there or belongs to somebody else. */
export const readSessions = async (db: Queryable, asked: readonly Asked[]): Promise<(SessionToJudge | undefined)[]> => {
  const people = asked.map(({ userId }) => userId)
  const rows = await db.many(
    SessionToJudge,
    sql`
      select session.id, session.user_id as "userId", session.episode_id as "episodeId",
        session.episode_title as "episodeTitle", session.heard_as as "heardAs", session.length_seconds as "lengthSeconds",
        session.left_seconds as "leftSeconds", session.claimed_seconds as "claimedSeconds",
        session.heard_seconds as "heardSeconds", session.position_seconds as "positionSeconds",
        session.furthest_seconds as "furthestSeconds", session.beats, session.start_points as "startPoints",
        session.last_heard_at as "lastHeardAt", session.receipt,
        floor(extract(epoch from clock.now - session.counts_from))::int as "secondsCounted",
        floor(extract(epoch from clock.now - session.last_heard_at))::int as "secondsSilent",
        clock.now, greatest(listener.week, clock.week)::text as week, greatest(listener.own_day, clock.day)::text as "ownDay",
        listener.version, history.credited_seconds as "creditedSeconds", history.start_paid as "isStartPaid",
        history.completion_paid as "isCompletionPaid",
        listener.completed_episodes as "completedEpisodes",
        case when listener.week >= clock.week then listener.completed_this_week else 0 end as "completedThisWeek",
        case when listener.own_day >= clock.day then listener.own_points else 0 end as "ownPointsToday"
      -- Selected, as heartbeats are: planned once for any number of them.
      from (
        select * from unnest(
          (select ${asked.map(({ sessionId }) => sessionId)}::uuid[]), (select ${people}::uuid[])
        ) as asked (session_id, user_id)
        limit (select ${asked.length}::int)
      ) asked
      join listening_session session on session.id = asked.session_id and session.user_id = asked.user_id
      join listener on listener.user_id = session.user_id
      join history_entry history on history.user_id = session.user_id and history.episode_id = session.episode_id
      cross join ${clock} clock
      where ${ofThese(db, sql`session.user_id`, people)}
    `,
  )
  // By person, too: somebody else may ask for the same session at the same moment.
  const found = new Map(rows.map((session) => [`${session.userId} ${session.id}`, session]))
  return asked.map(({ userId, sessionId }) => found.get(`${userId} ${sessionId.toLowerCase()}`))
}

export const readSession = async (db: Queryable, asked: Asked) => (await readSessions(db, [asked]))[0]

const Id = z.object({ id: z.string() })

export const findOpenSession = (db: Queryable, userId: string) =>
  db.maybeOne(Id, sql`select id from listening_session where user_id = ${userId} and ended_at is null`)

/**
 * Keeps everyone else from paying this person or touching their open session until the transaction ends. The person
 * first, then the session: whoever takes both takes them in this order, so nobody waits in a circle.
 */
export const lockPerson = async (tx: Tx, userId: string) => {
  await tx.run(sql`select 1 from listener where user_id = ${userId} for no key update`)
  await tx.run(sql`select 1 from listening_session where user_id = ${userId} and ended_at is null for no key update`)
}

export const listSessions = (
  db: Queryable,
  userId: string,
  { limit, after = FROM_THE_NEWEST }: { limit: number; after: readonly [string, string] | undefined },
) =>
  db.many(
    ListedSession,
    sql`
      select ${sessionColumns}, episode_title as "episodeTitle", ended_by as "endedBy",
        coalesce(receipt -> 'reasons', '[]') as reasons
      from listening_session
      where user_id = ${userId}
        and (started_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)
      order by started_at desc, id desc
      limit ${limit + 1}
    `,
  )
