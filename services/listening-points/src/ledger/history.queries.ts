import { type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { currentSums } from '../rules/rules.ts'
import { About, EntryKind, EntryType } from './ledger.queries.ts'

const WEEK_MS = 7 * 86_400_000

const Balance = z
  .object({
    now: z.string(),
    totalPoints: z.number(),
    week: z.string(),
    weeklyPoints: z.number(),
    completedThisWeek: z.number(),
    episodesCompleted: z.number(),
    episodesListened: z.number(),
    sessions: z.number(),
    ownDay: z.string(),
    ownPoints: z.number(),
    pledgeDay: z.string(),
    pledgedPoints: z.number(),
    hasNewBadges: z.boolean(),
    /** Null for a user without a row, and in a row that is not filled yet. */
    announcedLevel: z.number().nullable(),
    hidePoints: z.boolean(),
  })
  .transform(({ now, ...stored }) => {
    const { week, ownDay: _, ownPoints: __, pledgeDay: ___, pledgedPoints, ...balance } = currentSums(stored, now)
    return {
      ...balance,
      weekEndsAt: new Date(Date.parse(week) + WEEK_MS).toISOString(),
      pledgedToday: pledgedPoints,
    }
  })

/** The listener has removed the row of `history`, and has not listened to the episode since. */
export const isRemoved = sql`history.removed_at >= history.last_listened_at`

/** A user without a row in `listener` has only zeros. */
export const readBalance = (db: Queryable, userId: string) =>
  db.one(
    Balance,
    sql`
      select wall_clock() as now, coalesce(listener.total_points, 0) as "totalPoints",
        coalesce(listener.week, '-infinity')::text as week, coalesce(listener.weekly_points, 0) as "weeklyPoints",
        coalesce(listener.completed_this_week, 0) as "completedThisWeek",
        coalesce(listener.completed_episodes, 0) as "episodesCompleted",
        coalesce(listener.history_entries, 0) - (
          select count(*)::int from history_entry history where history.user_id = person.id and ${isRemoved}
        ) as "episodesListened", coalesce(listener.sessions, 0) as sessions,
        coalesce(listener.own_day, '-infinity')::text as "ownDay", coalesce(listener.own_points, 0) as "ownPoints",
        coalesce(listener.pledge_day, '-infinity')::text as "pledgeDay",
        coalesce(listener.pledged_points, 0) as "pledgedPoints",
        exists (
          select from user_badge where user_badge.user_id = person.id and announced_at is null
        ) as "hasNewBadges",
        listener.announced_level as "announcedLevel",
        coalesce(listener.hide_points, false) as "hidePoints"
      from (select ${userId}::uuid as id) person left join listener on listener.user_id = person.id
    `,
  )

const LedgerRow = z.object({
  id: z.string(),
  number: z.number(),
  kind: EntryKind,
  type: EntryType,
  points: z.number(),
  about: About,
  createdAt: z.string(),
  episodeId: z.string().nullable(),
  podcastId: z.string().nullable(),
})
export type LedgerRow = z.infer<typeof LedgerRow>

export interface EntryPage {
  limit: number
  type: EntryType | undefined
  before: number | undefined
}

/** Entries newest first, one more than `limit`. Reads each type along its own index and merges the rows. */
export const listEntries = (db: Queryable, userId: string, { limit, type, before }: EntryPage) =>
  db.many(
    LedgerRow,
    sql`
      select entry.id, entry.number, entry.kind, entry.type, entry.points, entry.about, entry.created_at as "createdAt",
        coalesce(session.episode_id, tip.episode_id) as "episodeId",
        coalesce(session.podcast_id, tip.podcast_id) as "podcastId"
      from (
        select entry.*
        from unnest(${type === undefined ? EntryType.options : [type]}::text[]) heading
        cross join lateral (
          select * from ledger_entry
          where user_id = ${userId} and type = heading and number < ${before ?? Number.MAX_SAFE_INTEGER}
          order by number desc
          limit ${limit + 1}
        ) entry
        order by entry.number desc
        limit ${limit + 1}
      ) entry
      left join listening_session session on session.user_id = ${userId} and session.id = entry.session_id
      left join tip on tip.id = case when entry.kind = 'tip' then entry.source_id::uuid end
      order by entry.number desc
    `,
  )
