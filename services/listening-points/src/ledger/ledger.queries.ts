import { rawSql, type Sql, sql } from '@griot/service-kit/db'
import type { Entry } from './entry.ts'

/** When a payment was judged: its moment, and the week (its Monday, UTC) that it counts for. */
export interface Occasion {
  now: string | Sql
  week: string | Sql
}

export interface OwnEntry extends Entry {
  userId: string
}

/** A part of a statement that holds entries to be paid, for {@link insertEntries}. */
export const givenEntries = (entries: readonly OwnEntry[]): Sql => sql`
  select * from json_to_recordset(${JSON.stringify(entries)}::json) as given
    ("userId" uuid, kind text, "sourceId" text, type text, points int, about jsonb)
`

/**
 * A part of a statement that pays: inserts the part named `given` for the rows of the part named `payee` (its `user_id`,
 * and `session_id` if the entries belong to one), and answers them. A source that has paid before inserts nothing.
 */
export const insertEntries = (
  payee: 'closed' | 'opened' | 'sent',
  { now, week }: Occasion,
  condition: Sql = sql`true`,
): Sql => sql`
  insert into ledger_entry (user_id, kind, source_id, type, points, about, session_id, week, created_at)
  select payee.user_id, given.kind, given."sourceId", given.type, given.points, given.about, payee.session_id,
    ${week}::date, ${now}::timestamptz
  from ${rawSql(payee)} payee join given on given."userId" = payee.user_id
  where ${condition}
  on conflict (user_id, kind, source_id) do nothing
  returning user_id, points
`

/** Sums up for each payee what a part named `entry` really inserted. */
export const sumEntries = (payee: 'closed' | 'opened' | 'sent'): Sql => sql`
  select payee.user_id, coalesce(sum(entry.points), 0)::int as points
  from ${rawSql(payee)} payee left join entry on entry.user_id = payee.user_id
  group by payee.user_id
`

/** For `update listener`: adds what a part named `paid` says, and completed episodes, to the sums and to this week's. */
export const addPaid = (week: string | Sql, completions: Sql = sql`0`): Sql => sql`
  total_points = listener.total_points + paid.points,
  weekly_points = case when listener.week = ${week}::date then listener.weekly_points else 0 end + paid.points,
  completed_this_week = case when listener.week = ${week}::date then listener.completed_this_week else 0 end
    + ${completions},
  completed_episodes = listener.completed_episodes + ${completions},
  week = ${week}::date,
  version = listener.version + 1
`
