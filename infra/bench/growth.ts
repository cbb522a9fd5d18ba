import { performance } from 'node:perf_hooks'
import { IDENTITY_HEADER } from '@griot/service-kit/identity'
import { withClient } from '../common/with-client.ts'
import type { House } from './house.ts'
import { createClient, median } from './load.ts'
import { idOf } from './statements.ts'

const ENTRIES_EACH = 10
const ASKED = 400
const ROUNDS = 5

const READS = {
  points: '/api/user/me/points',
  history: '/api/user/me/points-history?limit=50',
  'leaderboard and rank': '/api/leaderboard',
  sessions: '/api/user/me/listening-sessions',
} as const

export interface Growth {
  read: string
  /** Median milliseconds of one request after the other, for each number of people. */
  p50: number[]
}

/** The reads that must not grow, at several numbers of people with ten ledger rows each. */
export const benchGrowth = async (house: House, sizes: readonly number[]): Promise<Growth[]> => {
  const services = []
  for (const people of sizes) {
    process.stdout.write(`  filling a database with ${people} people\n`)
    const urls = await house.createDatabase(`people_${people}`)
    await fill(urls.admin, people)
    const { url } = await house.startPoints(urls.listening_points)
    services.push({ people, client: createClient(url, 1) })
  }

  const found = Object.keys(READS).map((read) => ({ read, rounds: sizes.map((): number[] => []) }))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [which, [, path]] of Object.entries(READS).entries()) {
      for (const [size, { people, client }] of services.entries()) {
        const tokens = await tokensFor(house, people)
        const times: number[] = []
        for (const token of tokens) {
          const begin = performance.now()
          await client.send({ method: 'GET', path, headers: { [IDENTITY_HEADER]: token } })
          times.push(performance.now() - begin)
        }
        // The first of a round warm caches and plans up.
        found[which]?.rounds[size]?.push(median(times.slice(ASKED / 4)))
      }
    }
  }
  await Promise.all(services.map(({ client }) => client.close()))
  return found.map(({ read, rounds }) => ({ read, p50: rounds.map(median) }))
}

const tokensFor = (house: House, people: number) =>
  Promise.all(
    Array.from({ length: ASKED }, () => house.sign({ id: idOf('user', 1 + Math.floor(Math.random() * people)) }, '1h')),
  )

const person = (number: string) => `('00000000-0000-4000-8000-' || lpad((${number})::text, 12, '0'))::uuid`

/** People, entries and sessions as listening would have left them, written the fast way. */
const fill = (url: string, people: number) =>
  withClient(url, async (client) => {
    // Keys and indexes of ten million rows are built afterwards; nobody references anything that is not there.
    await client.query(`
      set search_path = listening_points;
      set session_replication_role = replica;
      set synchronous_commit = off;
      insert into listener (user_id, week, pledge_day, total_points, weekly_points)
        select ${person('n')}, '2026-03-02', '2026-03-02', (hashint4(n) & 16383), 0 from generate_series(1, ${people}) n;
      drop index ledger_entry_newest;
      alter table ledger_entry drop constraint ledger_entry_pays_once, drop constraint ledger_entry_pkey;
      insert into ledger_entry (user_id, kind, source_id, type, points, about, week)
        select ${person('n')}, 'listening', 's' || n || '-' || m,
          (array['listening', 'listening', 'listening', 'tip', 'achievement'])[1 + (n + m) % 5], 5,
          '{"title": "The Drum", "minutes": 5}', '2026-03-02'
        from generate_series(1, ${ENTRIES_EACH}) m, generate_series(1, ${people}) n;
      alter table ledger_entry add primary key (id),
        add constraint ledger_entry_pays_once unique (user_id, kind, source_id);
      create index ledger_entry_newest on ledger_entry (user_id, type, number desc);
      insert into listening_session (user_id, episode_id, podcast_id, episode_title, length_seconds, left_seconds,
          started_at, counts_from, last_heard_at, check_at, start_points, points_earned, ended_at, ended_by, receipt)
        select ${person('n')}, gen_random_uuid(), gen_random_uuid(), 'The Drum', 600, 600, at, at, at, at, 0, 0, at,
          'listener', '{"pointsEarned":0,"weeklyBonus":0,"creditedSeconds":0,"completed":false,"reasons":[]}'
        from generate_series(1, ${people}) n, generate_series(1, 2) m,
          lateral (select timestamptz '2026-03-02' + m * interval '1 hour' as at) moment;
    `)
    await client.query('vacuum analyze')
  })
