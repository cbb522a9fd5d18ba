import { ExplainedSession } from '@griot/contracts/listening'
import { type Queryable, sql } from '@griot/service-kit/db/db'
import { FROM_THE_NEWEST } from '@griot/service-kit/db/newest-first'
import { Receipt } from './sessions.queries.ts'

const ListedSession = ExplainedSession.extend({ reasons: Receipt.shape.reasons })

/** An open session shows the seconds that are proven so far. */
export const listSessions = (
  db: Queryable,
  userId: string,
  { limit, after = FROM_THE_NEWEST }: { limit: number; after: readonly [string, string] | undefined },
) =>
  db.many(
    ListedSession,
    sql`
      select id, episode_id as "episodeId", podcast_id as "podcastId",
        case when ended_at is null then greatest(proven_seconds, credited_seconds) else credited_seconds end
          as "listeningDuration",
        completed, points_earned as "pointsEarned", completion_bonus as "completionBonus",
        started_at as "createdAt", ended_at as "endedAt", episode_title as "episodeTitle", ended_by as "endedBy",
        coalesce(receipt -> 'reasons', '[]') as reasons
      from listening_session
      where user_id = ${userId} and (started_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)
      order by started_at desc, id desc
      limit ${limit + 1}
    `,
  )
