import { rawSql, type Sql, sql } from '@griot/service-kit/db'
import type { Entry } from './entry.ts'

/** When a payment was judged: its moment, and the week (its Monday, UTC) that it counts for. */
export interface Occasion {
  now: string | Sql
  week: string | Sql
}

/**
 * A part of a statement that pays: inserts the entries for the one row of the part named `payee` (its `user_id`, and
 * `session_id` if the entries belong to one), and answers them. A source that has paid before inserts nothing.
 */
export const insertEntries = (
  payee: 'closed' | 'opened' | 'sent',
  entries: readonly Entry[],
  { now, week }: Occasion,
  condition: Sql = sql`true`,
): Sql => sql`
  insert into ledger_entry (user_id, kind, source_id, type, points, about, session_id, week, created_at)
  select payee.user_id, entry.kind, entry.source_id, entry.type, entry.points, entry.about::jsonb, payee.session_id,
    ${week}::date, ${now}::timestamptz
  from ${rawSql(payee)} payee, unnest(
    ${entries.map(({ kind }) => kind)}::text[],
    ${entries.map(({ sourceId }) => sourceId)}::text[],
    ${entries.map(({ type }) => type)}::text[],
    ${entries.map(({ points }) => points)}::int[],
    ${entries.map(({ about }) => JSON.stringify(about))}::text[]
  ) as entry (kind, source_id, type, points, about)
  where ${condition}
  on conflict (user_id, kind, source_id) do nothing
  returning points
`

/** Sums up what a part named `entry` really inserted. */
export const sumEntries: Sql = sql`select coalesce(sum(points), 0)::int as points from entry`

/** For `update listener`: adds what a part named `paid` says, and completed episodes, to the sums and to this week's. */
export const addPaid = (week: string | Sql, completions = 0): Sql => sql`
  total_points = listener.total_points + paid.points,
  weekly_points = case when listener.week = ${week}::date then listener.weekly_points else 0 end + paid.points,
  completed_this_week = case when listener.week = ${week}::date then listener.completed_this_week else 0 end
    + ${completions}::int,
  completed_episodes = listener.completed_episodes + ${completions}::int,
  week = ${week}::date,
  version = listener.version + 1
`
