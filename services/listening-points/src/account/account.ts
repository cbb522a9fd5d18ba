import { type AccountPartOf, exportRows } from '@griot/service-kit/account-part'
import { type Db, inTransaction, sql } from '@griot/service-kit/db'

/** What listening-points keeps about a person. */
export const accountPart = (db: Db): AccountPartOf => ({
  read: (userId) =>
    exportRows(db, {
      profile: sql`select display_name, hide_points, shown_badges, total_points, completed_episodes, sessions
        from listener where user_id = ${userId}`,
      pointsHistory: sql`select id, kind, type, points, about, created_at
        from ledger_entry where user_id = ${userId} order by number`,
      listeningSessions: sql`select id, episode_id, episode_title, podcast_id, started_at, ended_at, credited_seconds,
        position_seconds, points_earned from listening_session where user_id = ${userId} order by started_at`,
      history: sql`select episode_id, podcast_id, position_seconds, progress, completed, credited_seconds, last_listened_at
        from history_entry where user_id = ${userId} order by last_listened_at`,
      favorites: sql`select podcast_id, created_at from favorite where user_id = ${userId} order by created_at`,
      badges: sql`select badge_id, earned_at from user_badge where user_id = ${userId} order by earned_at`,
      tipsSent: sql`select id, receiver_id, podcast_id, episode_id, amount_cents, points_earned, status, created_at
        from tip where sender_id = ${userId} order by created_at`,
      tipsReceived: sql`select id, podcast_id, episode_id, amount_cents, status, created_at
        from tip where receiver_id = ${userId} order by created_at`,
    }),
  /**
   * The ledger is only ever added to, and sessions and history stand beside its entries as their reasons: they stay, under
   * an id that leads to nobody once the account is gone. What names or shows the person goes.
   */
  remove: (userId) =>
    inTransaction(db, async (tx) => {
      await tx.run(sql`delete from favorite where user_id = ${userId}`)
      await tx.run(sql`
        update listener set display_name = null, display_name_key = null, shown_badges = '{}', hide_points = true,
          public_id = gen_random_uuid()
        where user_id = ${userId}
      `)
    }),
})
