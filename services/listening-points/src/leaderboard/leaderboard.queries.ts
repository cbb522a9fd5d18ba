import { type Queryable, sql } from '@griot/service-kit/db'
import { z } from 'zod'

const Standing = z.object({
  userId: z.string(),
  publicId: z.string(),
  displayName: z.string().nullable(),
  totalPoints: z.number(),
  shownBadges: z.array(z.string()),
})
export type Standing = z.infer<typeof Standing>

// Whoever wants to see no points has not asked to be seen with them either. Badges stand beside a name or not at all.
const columns = sql`
  user_id as "userId", public_id as "publicId", total_points as "totalPoints",
  case when not hide_points then display_name end as "displayName",
  case when not hide_points and display_name is not null then shown_badges else '{}' end as "shownBadges"
`

/** The people with the most points, and the caller wherever they are. */
export const readStandings = (db: Queryable, userId: string, limit: number) =>
  db.many(
    Standing,
    sql`
      (select ${columns} from listener where total_points > 0 order by total_points desc, user_id limit ${limit})
      union
      (select ${columns} from listener where user_id = ${userId})
      order by "totalPoints" desc, "userId"
    `,
  )

/** How many people have more points, counted no further than `most`. */
export const countAbove = async (db: Queryable, points: number, most: number) => {
  const { above } = await db.one(
    z.object({ above: z.number() }),
    sql`
      select count(*)::int as above
      from (select 1 from listener where total_points > ${points} order by total_points desc limit ${most}) ahead
    `,
  )
  return above
}

const Step = z.object({ points: z.number(), people: z.number() })

/** How many people have how many points. Reads every person's row of the index: for once in a while only. */
export const readSpread = (db: Queryable) =>
  db.many(
    Step,
    sql`select total_points as points, count(*)::int as people from listener group by total_points order by total_points desc`,
  )
