import { type Queryable, type Sql, sql } from '@griot/service-kit/db'
import { z } from 'zod'
import { clock } from '../clock.ts'
import { About, EntryKind, EntryType } from './entry.ts'

const Balance = z.object({
  totalPoints: z.number(),
  weeklyPoints: z.number(),
  weekEndsAt: z.string(),
  episodesListened: z.number(),
  episodesCompleted: z.number(),
  completedThisWeek: z.number(),
  sessions: z.number(),
  pledgedToday: z.number(),
  hasNewBadges: z.boolean(),
  hidePoints: z.boolean(),
})
export type Balance = z.infer<typeof Balance>

/** The points of each of these people, in their order; nothing but zeros for someone who has never been here. */
export const readBalances = (db: Queryable, userIds: string[]) =>
  db.many(
    Balance,
    sql`
      with clock as materialized (select * from ${clock} reading)
      select coalesce(listener.total_points, 0) as "totalPoints",
        case when listener.week >= clock.week then listener.weekly_points else 0 end as "weeklyPoints",
        (greatest(clock.week, listener.week) + 7)::timestamp at time zone 'UTC' as "weekEndsAt",
        coalesce(listener.history_entries, 0) as "episodesListened",
        coalesce(listener.completed_episodes, 0) as "episodesCompleted",
        case when listener.week >= clock.week then listener.completed_this_week else 0 end as "completedThisWeek",
        coalesce(listener.sessions, 0) as sessions,
        case when listener.pledge_day >= clock.day then listener.pledged_points else 0 end as "pledgedToday",
        exists (
          select from user_badge where user_badge.user_id = person.id and announced_at is null
        ) as "hasNewBadges",
        coalesce(listener.hide_points, false) as "hidePoints"
      from unnest(${userIds}::uuid[]) with ordinality person (id, place)
      cross join clock
      left join listener on listener.user_id = person.id
      order by person.place
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

/** Entries newest first. Each heading is read along its own index and the few rows of each are merged. */
const entriesOf = (userId: string, { limit, type, before }: EntryPage): Sql => sql`
  select entry.id, entry.number, entry.kind, entry.type, entry.points, entry.about,
    to_char(entry.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
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
`

export const listEntries = (db: Queryable, userId: string, page: EntryPage) =>
  db.many(LedgerRow, entriesOf(userId, page))

const VersionedEntries = z.object({ version: z.number(), entries: z.array(LedgerRow) })

/** As {@link listEntries}, with the person's version that goes with them. */
export const listVersionedEntries = (db: Queryable, userId: string, page: EntryPage) =>
  db.one(
    VersionedEntries,
    sql`
      select coalesce((select version from listener where user_id = ${userId}), 0) as version,
        -- One value instead of five hundred is half the work here, and there.
        (select coalesce(json_agg(entry), '[]') from (${entriesOf(userId, page)}) entry) as entries
    `,
  )

/** The version of each of these people, in their order. It grows with every entry in their ledger. */
export const readVersions = async (db: Queryable, userIds: string[]) => {
  const rows = await db.many(
    z.object({ userId: z.string(), version: z.number() }),
    sql`select user_id as "userId", version from listener where user_id = any(${userIds}::uuid[])`,
  )
  const versions = new Map(rows.map(({ userId, version }) => [userId, version]))
  return userIds.map((userId) => versions.get(userId) ?? 0)
}
