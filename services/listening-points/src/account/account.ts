import { type AccountPartOf, exportRows } from '@griot/service-kit/account/account-part'
import { type Db, inTransaction, sql } from '@griot/service-kit/db/db'

/** Export and deletion of a user’s data. */
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
      savedEpisodes: sql`select episode_id, podcast_id, created_at
        from saved_episode where user_id = ${userId} order by created_at`,
      player: sql`select episode_id, rate, queue from player_state where user_id = ${userId}`,
      audioBonuses: sql`select encode(audio_sha256, 'hex') as audio_sha256, kind, session_id
        from audio_bonus where user_id = ${userId} order by session_id, kind`,
      pointsReviews: sql`select reason, found, allowed, created_at
        from unusual_earner where user_id = ${userId} order by created_at`,
      pointsHolds: sql`select is_held, created_at from points_hold where user_id = ${userId} order by created_at`,
      badges: sql`select badge_id, earned_at from user_badge where user_id = ${userId} order by earned_at`,
      tipsSent: sql`select id, receiver_id, podcast_id, episode_id, amount_cents, points_earned, status, created_at
        from tip where sender_id = ${userId} order by created_at`,
      tipsReceived: sql`select id, podcast_id, episode_id, amount_cents, status, created_at
        from tip where receiver_id = ${userId} order by created_at`,
    }),
  /**
   * Ledger entries are append-only; sessions, history and the bonuses of an audio are their reasons. They remain, under an id that belongs to
   * no user. The name, the badges shown, the favorites, the saved episodes and the saved player are deleted.
   */
  remove: (userId) =>
    inTransaction(db, async (tx) => {
      await tx.run(sql`delete from favorite where user_id = ${userId}`)
      await tx.run(sql`delete from saved_episode where user_id = ${userId}`)
      await tx.run(sql`delete from player_state where user_id = ${userId}`)
      await tx.run(sql`delete from unusual_earner where user_id = ${userId}`)
      await tx.run(sql`delete from session_address where user_id = ${userId}`)
      await tx.run(sql`
        update listener set display_name = null, display_name_key = null, shown_badges = '{}', hide_points = true,
          public_id = gen_random_uuid()
        where user_id = ${userId}
      `)
    }),
})
