import { PointsHistoryEntry } from '@griot/contracts/points'
import { type Queryable, type Sql, sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { addBonuses, type BonusKind, currentSums } from '../rules/rules.ts'

/**
 * Rows as a part of a statement. LIMIT gives the planner the row count; without it PostgreSQL assumes 100 rows and may
 * scan whole tables. As a subquery it is the same for every plan, so that the prepared plan is kept.
 */
export const rowsOf = (rows: readonly object[], columns: Sql) => sql`(
  select * from json_to_recordset(${JSON.stringify(rows)}::json) as given (${columns}) limit (select ${rows.length}::int)
)`

export const EntryKind = z.enum(['listening', 'started', 'completed', 'weekly', 'badge', 'tip', 'correction'])
export type EntryKind = z.infer<typeof EntryKind>

export const EntryType = PointsHistoryEntry.shape.type
export type EntryType = z.infer<typeof EntryType>

/** The values in an entry's description. Stored with the entry, so that the text never changes. */
export const About = z.object({
  title: z.string().optional(),
  minutes: z.number().optional(),
  /** Points that the limit for own shows held back. */
  held: z.number().optional(),
  badge: z.string().optional(),
  podcast: z.string().optional(),
  cents: z.number().optional(),
  pledged: z.boolean().optional(),
  why: z.string().optional(),
})
export type About = z.infer<typeof About>

export interface Entry {
  kind: EntryKind
  type: EntryType
  /** The session, episode, week, badge, tip or corrected entry. Each source is credited once. */
  sourceId: string
  points: number
  about: About
  sessionId?: string
  /** The day whose limit for own shows the points count for. */
  ownDay?: string | undefined
  /** The Monday of the week that it counts for; the listener's current week unless set. */
  week?: string
}

/** The columns of `listenerSums`. */
export const ListenerSums = z.object({
  totalPoints: z.number(),
  week: z.string(),
  weeklyPoints: z.number(),
  completedThisWeek: z.number(),
  completedEpisodes: z.number(),
  ownDay: z.string(),
  ownPoints: z.number(),
  pledgeDay: z.string(),
  pledgedPoints: z.number(),
  listenedUntil: z.string().nullable(),
  /** An admin holds the points: listening earns none. */
  isHeld: z.boolean(),
  recentBonuses: z.object({ started: z.array(z.string()), completed: z.array(z.string()) }),
})

export const listenerSums = sql`
  listener.total_points as "totalPoints", listener.week::text, listener.weekly_points as "weeklyPoints",
  listener.completed_this_week as "completedThisWeek", listener.completed_episodes as "completedEpisodes",
  listener.own_day::text as "ownDay", listener.own_points as "ownPoints", listener.pledge_day::text as "pledgeDay",
  listener.pledged_points as "pledgedPoints", listener.listened_until as "listenedUntil",
  listener.recent_bonuses as "recentBonuses", listener.held_at is not null as "isHeld"
`

const ListenerRow = ListenerSums.extend({
  userId: z.string(),
  /** The time by the database's clock. */
  now: z.string(),
}).transform((stored) => currentSums(stored, stored.now))
export type Listener = z.output<typeof ListenerRow>

/**
 * Locks listeners until the transaction ends. Everything that changes the sums does this first. The order of the rows
 * keeps two transactions from waiting for each other.
 */
export const lockListeners = async (tx: Tx, userIds: readonly string[]): Promise<Map<string, Listener>> => {
  const listeners = await tx.many(
    ListenerRow,
    sql`
      select user_id as "userId", wall_clock() as now, ${listenerSums}
      from listener where user_id = any(${userIds}::uuid[])
      order by user_id
      for no key update
    `,
  )
  return new Map(listeners.map((listener) => [listener.userId, listener]))
}

export const createListeners = (db: Queryable, userIds: readonly string[]) =>
  db.run(sql`
    insert into listener (user_id, week, pledge_day)
    select user_id, date_trunc('week', today)::date, today
    from unnest(${userIds}::uuid[]) as user_id, (select (wall_clock() at time zone 'UTC')::date as today) clock
    order by user_id
    on conflict (user_id) do nothing
  `)

/** Also creates the rows of new listeners. */
export const lockOrCreateListeners = async (tx: Tx, userIds: readonly string[]): Promise<Map<string, Listener>> => {
  const listeners = await lockListeners(tx, userIds)
  if (listeners.size === userIds.length) return listeners
  await createListeners(tx, userIds)
  return lockListeners(tx, userIds)
}

export interface Credit {
  listener: Listener
  entries: readonly Entry[]
  /** Those that count for the limits of the hour and the day. */
  bonuses?: readonly BonusKind[]
  completions?: number
  sessions?: number
  historyEntries?: number
  listenedUntil?: string
}

const sum = (entries: readonly Entry[]) => entries.reduce((total, { points }) => total + points, 0)

/** Only the columns of `addToSums`: both sides spend time on every field. */
const sumsAfter = ({ listener, entries, bonuses = [], completions = 0, ...more }: Credit) => {
  const { userId, now, week, weeklyPoints, completedThisWeek, ownDay, ownPoints, recentBonuses } = listener
  const { sessions = 0, historyEntries = 0, listenedUntil } = more
  return {
    userId,
    points: sum(entries),
    week,
    weeklyPoints: weeklyPoints + sum(entries.filter((entry) => entry.week === undefined || entry.week === week)),
    completions,
    completedThisWeek: completedThisWeek + completions,
    ownDay,
    ownPoints: ownPoints + sum(entries.filter((entry) => entry.ownDay !== undefined)),
    sessions,
    historyEntries,
    listenedUntil,
    recentBonuses: addBonuses(recentBonuses, bonuses, now),
  }
}

/**
 * Adds entries to the ledger and their points to the sums of the listeners. Entries without points are skipped. If a
 * source was credited before, the transaction fails on the constraint `ledger_entry_pays_once`.
 */
export const credit = (tx: Tx, credits: readonly Credit[]) => {
  if (credits.length === 0) return
  const entries = credits.flatMap(({ listener: { userId, now, week }, entries }) =>
    entries.filter(({ points }) => points !== 0).map((entry) => ({ userId, now, week, ...entry })),
  )
  // Without rows the insert would still run the trigger of the table. A start earns no points yet.
  if (entries.length > 0) insertEntries(tx, entries)
  addToSums(tx, credits.map(sumsAfter))
}

const insertEntries = (tx: Tx, entries: readonly Entry[]) =>
  tx.send(sql`
    insert into ledger_entry (user_id, kind, source_id, type, points, about, session_id, week, own_day, created_at)
    select "userId", kind, "sourceId", type, points, about, "sessionId", week, "ownDay", now
    from ${rowsOf(
      entries,
      sql`"userId" uuid, kind text, "sourceId" text, type text, points int, about jsonb, "sessionId" uuid, week date,
        "ownDay" date, now timestamptz`,
    )} entry
  `)

const addToSums = (tx: Tx, sums: readonly ReturnType<typeof sumsAfter>[]) =>
  tx.send(sql`
    update listener set
      total_points = listener.total_points + credited.points,
      week = credited.week,
      weekly_points = credited."weeklyPoints",
      completed_this_week = credited."completedThisWeek",
      completed_episodes = listener.completed_episodes + credited.completions,
      own_day = credited."ownDay",
      own_points = credited."ownPoints",
      sessions = listener.sessions + credited.sessions,
      history_entries = listener.history_entries + credited."historyEntries",
      listened_until = greatest(listener.listened_until, credited."listenedUntil"),
      recent_bonuses = credited."recentBonuses",
      version = listener.version + 1
    from ${rowsOf(
      sums,
      sql`"userId" uuid, points int, week date, "weeklyPoints" int, "completedThisWeek" int, completions int, "ownDay" date,
        "ownPoints" int, sessions int, "historyEntries" int, "listenedUntil" timestamptz, "recentBonuses" jsonb`,
    )} credited
    where listener.user_id = credited."userId"
  `)

export interface Award {
  userId: string
  badgeId: string
  earnedAt: string
}

export const awardBadges = (tx: Tx, awards: readonly Award[]) =>
  tx.send(sql`
    insert into user_badge (user_id, badge_id, earned_at)
    select "userId", "badgeId", "earnedAt"
    from ${rowsOf(awards, sql`"userId" uuid, "badgeId" text, "earnedAt" timestamptz`)} award
  `)
