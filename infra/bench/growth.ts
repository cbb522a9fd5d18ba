import { performance } from 'node:perf_hooks'
import { IDENTITY_HEADER } from '@griot/service-kit/identity/identity'
import { withClient } from '../common/with-client.ts'
import { median } from '../testing/statistics.ts'
import type { BenchHarness } from './harness.ts'
import { createClient } from './load.ts'
import { idOf } from './statements.ts'

const ENTRIES_PER_USER = 10
const REQUESTS = 400
const ROUNDS = 5

const READS = {
  points: '/api/user/me/points',
  history: '/api/user/me/points-history?limit=50',
  'leaderboard and rank': '/api/leaderboard',
  sessions: '/api/user/me/listening-sessions',
} as const

export interface Growth {
  read: string
  /** Median milliseconds of single requests, for each number of users. */
  p50: number[]
}

/** Reads whose time must not depend on the number of users, with ten ledger entries per user. */
export const benchGrowth = async (harness: BenchHarness, sizes: readonly number[]): Promise<Growth[]> => {
  const services = []
  for (const users of sizes) {
    process.stdout.write(`  filling a database with ${users} users\n`)
    const urls = await harness.createDatabase(`users_${users}`)
    await fill(urls.admin, users)
    const { url } = await harness.startPoints(urls.listening_points)
    services.push({ users, client: createClient(url, 1) })
  }

  const results = Object.keys(READS).map((read) => ({ read, rounds: sizes.map((): number[] => []) }))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [which, [, path]] of Object.entries(READS).entries()) {
      for (const [size, { users, client }] of services.entries()) {
        const tokens = await tokensFor(harness, users)
        const times: number[] = []
        for (const token of tokens) {
          const sentAt = performance.now()
          await client.send({ method: 'GET', path, headers: { [IDENTITY_HEADER]: token } })
          times.push(performance.now() - sentAt)
        }
        // The first requests of a round warm up caches and plans.
        results[which]?.rounds[size]?.push(median(times.slice(REQUESTS / 4)))
      }
    }
  }
  await Promise.all(services.map(({ client }) => client.close()))
  return results.map(({ read, rounds }) => ({ read, p50: rounds.map(median) }))
}

const tokensFor = (harness: BenchHarness, users: number) =>
  Promise.all(
    Array.from({ length: REQUESTS }, () =>
      harness.sign({ id: idOf('user', 1 + Math.floor(Math.random() * users)) }, '1h'),
    ),
  )

const userId = (number: string) => `('00000000-0000-4000-8000-' || lpad((${number})::text, 12, '0'))::uuid`

/** Listeners, entries and sessions, written without the service. */
const fill = (url: string, users: number) =>
  withClient(url, async (client) => {
    // Building indexes after the insert is faster. Foreign keys are not checked.
    await client.query(`
      set search_path = listening_points;
      set session_replication_role = replica;
      set synchronous_commit = off;
      insert into listener (user_id, week, pledge_day, total_points, weekly_points)
        select ${userId('n')}, '2026-03-02', '2026-03-02', (hashint4(n) & 16383), 0 from generate_series(1, ${users}) n;
      drop index ledger_entry_newest;
      alter table ledger_entry drop constraint ledger_entry_pays_once, drop constraint ledger_entry_pkey;
      insert into ledger_entry (user_id, kind, source_id, type, points, about, week)
        select ${userId('n')}, 'listening', 's' || n || '-' || m,
          (array['listening', 'listening', 'listening', 'tip', 'achievement'])[1 + (n + m) % 5], 5,
          '{"title": "The Drum", "minutes": 5}', '2026-03-02'
        from generate_series(1, ${ENTRIES_PER_USER}) m, generate_series(1, ${users}) n;
      alter table ledger_entry add primary key (id),
        add constraint ledger_entry_pays_once unique (user_id, kind, source_id);
      create index ledger_entry_newest on ledger_entry (user_id, type, number desc);
      insert into listening_session (user_id, episode_id, podcast_id, episode_title, length_seconds, left_seconds,
          started_at, counts_from, last_heard_at, check_at, start_points, points_earned, ended_at, ended_by, receipt)
        select ${userId('n')}, gen_random_uuid(), gen_random_uuid(), 'The Drum', 600, 600, at, at, at, at, 0, 0, at,
          'listener', '{"pointsEarned":0,"weeklyBonus":0,"creditedSeconds":0,"completed":false,"reasons":[]}'
        from generate_series(1, ${users}) n, generate_series(1, 2) m,
          lateral (select timestamptz '2026-03-02' + m * interval '1 hour' as at) moment;
    `)
    await client.query('vacuum analyze')
  })
