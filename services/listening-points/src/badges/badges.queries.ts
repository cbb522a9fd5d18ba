import { UserBadge } from '@griot/contracts/points'
import { type Queryable, sql } from '@griot/service-kit/db'
import { z } from 'zod'

/** Few by nature: no more than there are badges. */
export const listUserBadges = (db: Queryable, userId: string) =>
  db.many(
    UserBadge,
    sql`
      select id, badge_id as "badgeId", earned_at as "earnedAt" from user_badge
      where user_id = ${userId} order by earned_at desc, badge_id
    `,
  )

/** Badges that nobody has been told of yet, which from now on somebody has. */
export const announceBadges = (db: Queryable, userId: string) =>
  db.many(
    z.object({ badgeId: z.string(), earnedAt: z.string() }),
    sql`
      update user_badge set announced_at = wall_clock() where user_id = ${userId} and announced_at is null
      returning badge_id as "badgeId", earned_at as "earnedAt"
    `,
  )
