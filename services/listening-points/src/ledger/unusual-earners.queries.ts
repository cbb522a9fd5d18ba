import { UnusualEarner } from '@griot/contracts/points-review'
import { type Queryable, type Sql, sql, type Tx } from '@griot/service-kit/db/db'
import { FROM_THE_NEWEST } from '@griot/service-kit/db/newest-first'
import { z } from 'zod'
import { UNUSUAL } from '../rules/rules.ts'

const KEPT_DAYS = 30

const Period = z.object({ isDue: z.boolean(), hour: z.string(), day: z.string(), now: z.string() })
type Period = z.infer<typeof Period>

/** The first report examines the two days before it. */
const createReport = sql`
  insert into earner_report (reported_until) values (wall_clock() - interval '2 days') on conflict do nothing
`

/** Until the end of the transaction no other instance reports. Returns undefined if one does. */
const lockReport = async (tx: Tx) => {
  await tx.run(createReport)
  return tx.maybeOne(
    Period,
    // Entries are stamped before their commit. The ten minutes cover those that the last report could not see yet. A time
    // ahead means that the clock was set back.
    sql`
      select reported_until not between now - interval '1 day' and now as "isDue", now,
        date_trunc('hour', since, 'UTC') as hour, date_trunc('day', since, 'UTC') as day
      from earner_report, (select wall_clock() as now) clock,
        lateral (select least(reported_until, now) - interval '10 minutes' as since) period
      for update of earner_report skip locked
    `,
  )
}

const dayOf = (time: Sql) => sql`(${time} at time zone 'UTC')::date`

/** A row that was reported before is counted only if more was found. */
const report = (reason: UnusualEarner['reason'], allowed: number, found: Sql) => sql`
  insert into unusual_earner (user_id, reason, day, found, allowed)
  select user_id, ${reason}, day, max(value), ${allowed}::int
  from (${found}) measured
  group by user_id, day having max(value) > ${allowed}::int
  on conflict (user_id, reason, day) do update set found = excluded.found where unusual_earner.found < excluded.found
`

/** Each selects `user_id`, `day` and `value`, of whole hours or days. */
const reportsSince = ({ hour, day }: Period) => [
  report(
    'points_per_hour',
    UNUSUAL.pointsPerHour,
    sql`
      select user_id, ${dayOf(sql`min(created_at)`)} as day, sum(points) as value from ledger_entry
      where type = 'listening' and kind <> 'correction' and created_at >= ${hour}
      group by user_id, date_trunc('hour', created_at, 'UTC')
    `,
  ),
  report(
    'bonuses_per_day',
    UNUSUAL.bonusesPerDay,
    sql`
      select user_id, ${dayOf(sql`created_at`)} as day, count(*) as value from ledger_entry
      where kind in ('started', 'completed') and created_at >= ${day}
      group by user_id, kind, ${dayOf(sql`created_at`)}
    `,
  ),
  report(
    'episodes_of_one_host',
    UNUSUAL.episodesOfOneHost,
    sql`
      select user_id, ${dayOf(sql`started_at`)} as day, count(distinct episode_id) as value from listening_session
      where heard_as = 'listener' and host_id is not null and started_at >= ${day}
      group by user_id, host_id, ${dayOf(sql`started_at`)}
    `,
  ),
  report(
    'listeners_of_one_address',
    UNUSUAL.listenersOfOneAddress,
    // A user has at most one open session.
    sql`
      select user_id, ${dayOf(sql`at`)} as day, open as value
      from (
        select address.user_id, at, change, sum(change) over (partition by address_hash order by at, change) as open
        from session_address address
        join listening_session session on session.id = address.session_id and session.user_id = address.user_id
        cross join lateral (
          values (session.started_at, 1), (coalesce(session.ended_at, wall_clock()), -1)
        ) event (at, change)
      ) counted
      where change = 1
    `,
  ),
]

/**
 * Reports the unusual earners since the last report. Returns the number of reports, or undefined if the last one is less
 * than a day old or another instance reports now. Deletes old reports of users without a hold, and the addresses of older
 * sessions.
 */
export const reportUnusualEarners = async (tx: Tx, { isForced = false } = {}) => {
  const period = await lockReport(tx)
  if (period === undefined || !(period.isDue || isForced)) return undefined
  await tx.run(sql`
    delete from unusual_earner earner using listener
    where listener.user_id = earner.user_id and listener.held_at is null
      and earner.created_at < wall_clock() - ${KEPT_DAYS} * interval '1 day'
  `)
  let reported = 0
  for (const statement of reportsSince(period)) reported += await tx.run(statement)
  await tx.run(sql`delete from session_address where started_at < wall_clock() - interval '1 day'`)
  await tx.run(sql`update earner_report set reported_until = ${period.now}`)
  return reported
}

/** Seconds since the last report; undefined before the first one. */
export const reportAge = async (db: Queryable) => {
  const report = await db.maybeOne(
    z.object({ age: z.number() }),
    sql`select extract(epoch from wall_clock() - reported_until)::float8 as age from earner_report`,
  )
  return report?.age
}

export const listUnusualEarners = (
  db: Queryable,
  { limit, after = FROM_THE_NEWEST }: { limit: number; after: readonly [string, string] | undefined },
) =>
  db.many(
    UnusualEarner,
    // During a release, or after a rollback, a newer instance may have stored a reason that this one does not have.
    sql`
      select earner.id, earner.user_id as "userId", listener.display_name as "displayName",
        listener.total_points as "totalPoints", earner.reason, earner.found, earner.allowed,
        earner.created_at as "createdAt", listener.held_at as "heldAt"
      from unusual_earner earner join listener using (user_id)
      where (earner.created_at, earner.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)
        and earner.reason = any(${UnusualEarner.shape.reason.options}::text[])
      order by earner.created_at desc, earner.id desc
      limit ${limit + 1}
    `,
  )
