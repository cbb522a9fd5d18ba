import { type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'

const StoredProfile = z.object({
  displayName: z.string().nullable(),
  hidePoints: z.boolean(),
  shownBadges: z.array(z.string()),
  totalPoints: z.number(),
  earnedBadges: z.array(z.string()),
})
export type StoredProfile = z.infer<typeof StoredProfile>

/** A user without a row in `listener` is anonymous. */
export const readProfile = (db: Queryable, userId: string) =>
  db.one(
    StoredProfile,
    sql`
      select listener.display_name as "displayName", coalesce(listener.hide_points, false) as "hidePoints",
        coalesce(listener.shown_badges, '{}') as "shownBadges", coalesce(listener.total_points, 0) as "totalPoints",
        array(select badge_id from user_badge where user_badge.user_id = caller.id) as "earnedBadges"
      from (select ${userId}::uuid as id) caller left join listener on listener.user_id = caller.id
    `,
  )

export type Appearance = Pick<StoredProfile, 'displayName' | 'hidePoints' | 'shownBadges'>

/** Fails on `NAME_IS_UNIQUE` if another listener has a name with this key. */
export const writeProfile = (
  db: Queryable,
  userId: string,
  { displayName, hidePoints, shownBadges }: Appearance,
  nameKey: string | null,
) =>
  db.run(sql`
    update listener set display_name = ${displayName}, display_name_key = ${nameKey}, hide_points = ${hidePoints},
      shown_badges = ${shownBadges}
    where user_id = ${userId}
  `)

export const NAME_IS_UNIQUE = 'listener_display_name_once'
