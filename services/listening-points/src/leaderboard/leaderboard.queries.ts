import { type Queryable, sql } from '@griot/service-kit/db'
import { z } from 'zod'

/** Up to here ranks are counted along the index; beyond it nobody sees the difference of a few seconds. */
export const COUNTED_EACH_TIME = 1_000

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
  listener.user_id as "userId", listener.public_id as "publicId", listener.total_points as "totalPoints",
  case when not hide_points then display_name end as "displayName",
  case when not hide_points and display_name is not null then shown_badges else '{}' end as "shownBadges"
`

/** The people with the most points, in their order on the board. */
export const readTop = (db: Queryable, limit: number) =>
  db.many(
    Standing,
    sql`select ${columns} from listener where total_points > 0 order by total_points desc, user_id limit ${limit}`,
  )

/** The points of the first thousand, without their names. */
export const readTopPoints = async (db: Queryable) => {
  const { points } = await db.one(
    z.object({ points: z.array(z.number()) }),
    sql`
      select array(
        select total_points from listener where total_points > 0 order by total_points desc limit ${COUNTED_EACH_TIME}
      ) as points
    `,
  )
  return points
}

/** Each of these people, if they have ever been here, in no order. */
export const readStandings = (db: Queryable, userIds: string[]) =>
  db.many(Standing, sql`select ${columns} from listener where user_id = any(${userIds}::uuid[])`)

const Step = z.object({ points: z.number(), people: z.number() })

/** How many people have how many points. Reads every person's row of the index: for once in a while only. */
export const readSpread = (db: Queryable) =>
  db.many(
    Step,
    sql`select total_points as points, count(*)::int as people from listener group by total_points order by total_points desc`,
  )
