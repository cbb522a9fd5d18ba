import { GetPointsOfUser, pointsCallRoute } from '@griot/service-kit/account/admin-calls'
import { type Db, sql } from '@griot/service-kit/db/db'

/** A call of the gateway for admins who look at a user. */
export const pointsOfUser = (db: Db) =>
  pointsCallRoute(async (userId) => {
    const found = await db.maybeOne(
      GetPointsOfUser.response,
      sql`select total_points as "totalPoints", held_at as "heldAt" from listener where user_id = ${userId}`,
    )
    return found ?? { totalPoints: 0, heldAt: null }
  })
