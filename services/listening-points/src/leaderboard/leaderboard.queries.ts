import { type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'

const Standing = z.object({
  userId: z.string(),
  publicId: z.string(),
  displayName: z.string().nullable(),
  totalPoints: z.number(),
  shownBadges: z.array(z.string()),
})

const Place = Standing.extend({ rank: z.number() })
export type Place = z.infer<typeof Place>

// A listener who hides points is anonymous, and anonymous listeners show no badges.
const columns = sql`
  listener.user_id as "userId", listener.public_id as "publicId", listener.total_points as "totalPoints",
  case when not hide_points then display_name end as "displayName",
  case when not hide_points and display_name is not null then shown_badges else '{}' end as "shownBadges"
`

/** Listeners with the same points share a rank. */
export const readTop = (db: Queryable, limit: number) =>
  db.many(
    Place,
    sql`
      select ${columns}, rank() over (order by total_points desc)::int as rank
      from listener where total_points > 0 order by total_points desc, user_id limit ${limit}
    `,
  )

export const readOwnStanding = (db: Queryable, userId: string) =>
  db.maybeOne(Standing, sql`select ${columns} from listener where user_id = ${userId}`)

const Step = z.object({ points: z.number(), listeners: z.number() })

/**
 * Each number of points that listeners have, the highest first, with the number of listeners who have at least as many.
 * Reads one index row per listener: cache the result.
 */
export const readSteps = (db: Queryable) =>
  db.many(
    Step,
    sql`
      select total_points as points, (sum(count(*)) over (order by total_points desc))::int as listeners
      from listener group by total_points order by total_points desc
    `,
  )
