import { type Queryable, sql } from '@griot/service-kit/db'
import { z } from 'zod'

/** Up to here a rank is counted each time, along the index; beyond it nobody sees the difference of a few seconds. */
export const COUNTED_EACH_TIME = 1_000

const Standing = z.object({
  userId: z.string(),
  publicId: z.string(),
  displayName: z.string().nullable(),
  totalPoints: z.number(),
  shownBadges: z.array(z.string()),
  /** How many people have more points, counted no further than {@link COUNTED_EACH_TIME}; null at the top. */
  above: z.number().nullable(),
})
export type Standing = z.infer<typeof Standing>

// Whoever wants to see no points has not asked to be seen with them either. Badges stand beside a name or not at all.
const columns = sql`
  user_id as "userId", public_id as "publicId", total_points as "totalPoints",
  case when not hide_points then display_name end as "displayName",
  case when not hide_points and display_name is not null then shown_badges else '{}' end as "shownBadges"
`

/** The people with the most points, and after them the caller if they are further down. */
export const readStandings = (db: Queryable, userId: string, limit: number) =>
  db.many(
    Standing,
    sql`
      with top as (
        select ${columns} from listener where total_points > 0 order by total_points desc, user_id limit ${limit}
      ), own as (
        select ${columns}, (
          select count(*)::int from (
            select from listener ahead where ahead.total_points > listener.total_points
            order by ahead.total_points desc limit ${COUNTED_EACH_TIME}
          ) counted
        ) as above
        from listener where user_id = ${userId} and not exists (select from top where top."userId" = ${userId})
      )
      select top.*, null::int as above from top
      union all
      select * from own
      order by "totalPoints" desc, "userId"
    `,
  )

const Step = z.object({ points: z.number(), people: z.number() })

/** How many people have how many points. Reads every person's row of the index: for once in a while only. */
export const readSpread = (db: Queryable) =>
  db.many(
    Step,
    sql`select total_points as points, count(*)::int as people from listener group by total_points order by total_points desc`,
  )
