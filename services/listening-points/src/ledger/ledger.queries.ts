import { rawSql, type Sql, sql } from '@griot/service-kit/db'
import type { Entry } from './entry.ts'

/** When a payment was judged: its moment, and the week (its Monday, UTC) that it counts for. */
export interface Occasion {
  now: string | Sql
  week: string | Sql
}

export interface PaidEntry extends Entry {
  /** The day whose limit for own shows it counts for. */
  ownDay?: string
}

export interface OwnEntry extends PaidEntry {
  userId: string
}

/** What only the statement itself knows of an entry. */
interface Paying {
  points: Sql
  ownDay: Sql
}

const AS_GIVEN: Paying = { points: sql`given.points`, ownDay: sql`given."ownDay"` }

/** A part of a statement that holds entries to be paid, for {@link insertEntries}. */
export const givenEntries = (entries: readonly OwnEntry[]): Sql => sql`
  select * from json_to_recordset(${JSON.stringify(entries)}::json) as given
    ("userId" uuid, kind text, "sourceId" text, type text, points int, about jsonb, "ownDay" date)
`

/**
 * A part of a statement that pays: inserts the part named `given` for the rows of the part named `payee` (its `user_id`,
 * and `session_id` if the entries belong to one), and answers them. A source that has paid before inserts nothing, and
 * neither does an entry that has come to no points.
 */
export const insertEntries = (
  payee: 'closed' | 'opened' | 'sent',
  { now, week }: Occasion,
  { points, ownDay }: Paying = AS_GIVEN,
): Sql => sql`
  insert into ledger_entry (user_id, kind, source_id, type, points, about, session_id, week, created_at, own_day)
  select payee.user_id, given.kind, given."sourceId", given.type, ${points}, given.about, payee.session_id,
    ${week}::date, ${now}::timestamptz, ${ownDay}
  from ${rawSql(payee)} payee join given on given."userId" = payee.user_id
  where ${points} <> 0
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

/** For `update listener`: adds points of own shows to those of their day. The day never goes back: judge it that way. */
export const addOwnPoints = (day: Sql, points: Sql): Sql => sql`
  own_points = case when listener.own_day = ${day} then listener.own_points else 0 end + ${points},
  own_day = ${day}
`
