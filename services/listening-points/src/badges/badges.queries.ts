import { UserBadge } from '@griot/contracts/points'
import { type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'

export const listUserBadges = (db: Queryable, userId: string) =>
  db.many(
    UserBadge,
    sql`
      select id, badge_id as "badgeId", earned_at as "earnedAt" from user_badge
      where user_id = ${userId} order by earned_at desc, badge_id
    `,
  )

/** Marks the level as announced. Returns false if it was announced before. */
export const announceLevel = async (db: Queryable, userId: string, level: number) =>
  (await db.run(sql`
    update listener set announced_level = ${level} where user_id = ${userId} and announced_level < ${level}
  `)) > 0

/** Marks all new badges as announced and returns them. Each badge is returned once. */
export const announceBadges = (db: Queryable, userId: string) =>
  db.many(
    z.object({ badgeId: z.string(), earnedAt: z.string() }),
    sql`
      update user_badge set announced_at = wall_clock() where user_id = ${userId} and announced_at is null
      returning badge_id as "badgeId", earned_at as "earnedAt"
    `,
  )
