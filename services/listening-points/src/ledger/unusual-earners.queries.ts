import { UnusualEarner } from '@griot/contracts/points-review'
import { type Queryable, type Sql, sql } from '@griot/service-kit/db/db'
import { FROM_THE_NEWEST } from '@griot/service-kit/db/newest-first'
import { UNUSUAL } from '../rules/numbers.ts'

const KEPT_DAYS = 30

const report = (reason: UnusualEarner['reason'], allowed: number, found: Sql) => sql`
  insert into unusual_earner (user_id, reason, day, found, allowed)
  select user_id, ${reason}, (wall_clock() at time zone 'UTC')::date, max(value), ${allowed}::int
  from (${found}) measured
  group by user_id having max(value) > ${allowed}::int
  on conflict (user_id, reason, day) do update set found = greatest(unusual_earner.found, excluded.found)
`

/** Each selects `user_id` and `value`, of the last day. */
const REPORTS = [
  report(
    'points_per_hour',
    UNUSUAL.pointsPerHour,
    sql`
      select user_id, sum(points) as value from ledger_entry
      where type = 'listening' and kind <> 'correction' and created_at > wall_clock() - interval '1 day'
      group by user_id, date_trunc('hour', created_at)
    `,
  ),
  report(
    'episodes_of_one_host',
    UNUSUAL.episodesOfOneHost,
    sql`
      select user_id, count(distinct episode_id) as value from listening_session
      where heard_as = 'listener' and host_id is not null and started_at > wall_clock() - interval '1 day'
      group by user_id, host_id
    `,
  ),
  report(
    'listeners_of_one_address',
    UNUSUAL.listenersOfOneAddress,
    // A user has at most one open session.
    sql`
      select user_id, open as value
      from (
        select address.user_id, change, sum(change) over (partition by address_hash order by at, change) as open
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
 * Reports the unusual earners of the last day. Returns the number of reports. Deletes old reports of users without a hold,
 * and the addresses of older sessions.
 */
export const reportUnusualEarners = async (db: Queryable) => {
  await db.run(sql`
    delete from unusual_earner earner using listener
    where listener.user_id = earner.user_id and listener.held_at is null
      and earner.created_at < wall_clock() - ${KEPT_DAYS} * interval '1 day'
  `)
  let reported = 0
  for (const statement of REPORTS) reported += await db.run(statement)
  await db.run(sql`delete from session_address where started_at < wall_clock() - interval '1 day'`)
  return reported
}

export const listUnusualEarners = (
  db: Queryable,
  { limit, after = FROM_THE_NEWEST }: { limit: number; after: readonly [string, string] | undefined },
) =>
  db.many(
    UnusualEarner,
    sql`
      select earner.id, earner.user_id as "userId", listener.display_name as "displayName",
        listener.total_points as "totalPoints", earner.reason, earner.found, earner.allowed,
        earner.created_at as "createdAt", listener.held_at as "heldAt"
      from unusual_earner earner join listener using (user_id)
      where (earner.created_at, earner.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)
      order by earner.created_at desc, earner.id desc
      limit ${limit + 1}
    `,
  )
