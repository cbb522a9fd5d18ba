import type pg from 'pg'

/** The statements of both comparisons: minimal SQL on minimal tables. `{name}` is a parameter. */
const STATEMENTS = {
  start: `insert into bench.session (user_id, episode_id) values ({user}, gen_random_uuid()) returning id as session`,
  end: `
    with closed as (
      update bench.session set ended_at = clock_timestamp(), points = 1
      where id = {session} and ended_at is null returning id, user_id
    ), entry as (
      insert into bench.ledger (user_id, kind, source_id, points)
      select user_id, 'listening', id::text, 1 from closed
      on conflict (user_id, kind, source_id) do nothing returning user_id, points
    )
    update bench.balance set total_points = total_points + entry.points, weekly_points = weekly_points + entry.points
    from entry where balance.user_id = entry.user_id`,
  heartbeat: `
    update bench.session set heard_seconds = greatest(heard_seconds, 30), position_seconds = 30,
      last_heard_at = clock_timestamp()
    where id = {session} and ended_at is null`,
  points: `select total_points, weekly_points from bench.balance where user_id = {user}`,
  history: `
    select id, kind, points, created_at from bench.ledger where user_id = {user} order by number desc limit 50`,
  podcasts: `
    select id, title, description, host_name, host_id, category, cover_image, rating, frequency, points_per_listen,
      created_at
    from catalog.podcast order by created_at desc, id desc limit 50`,
  leaderboard: `select user_id, total_points from bench.balance order by total_points desc, user_id limit 10`,
} as const
export type StatementName = keyof typeof STATEMENTS

export const isStatement = (name: string): name is StatementName => name in STATEMENTS

/** For `pg`: the text with `$1`, and the names of the parameters in order. */
export const forNode = (name: StatementName) => {
  const names: string[] = []
  const text = STATEMENTS[name].replace(/\{(\w+)\}/g, (_, parameter: string) => `$${names.push(parameter)}::uuid`)
  return { name, text, names }
}

/** For pgbench: the variable `:person` is the number of the user and of the user's open session. */
export const forPgbench = (name: StatementName, session = numbered('session', ':person')) =>
  STATEMENTS[name]
    .replaceAll('{user}', numbered('user', ':person'))
    .replaceAll('{session}', session)
    .replaceAll(/\s+/g, ' ')

const KINDS = { user: '8000', session: '9000', podcast: 'a000', episode: 'b000', file: '8001' } as const

/** The UUID for a number, in SQL and in JavaScript. */
export const numbered = (kind: keyof typeof KINDS, number: string) =>
  `('00000000-0000-4000-${KINDS[kind]}-' || lpad((${number})::text, 12, '0'))::uuid`
export const idOf = (kind: keyof typeof KINDS, number: number) =>
  `00000000-0000-4000-${KINDS[kind]}-${String(number).padStart(12, '0')}`

/** Creates and fills the tables of the comparisons. */
export const createTables = async (client: pg.Client, users: number, entriesPerUser: number) => {
  await client.query(`
    create schema bench;
    create table bench.session (
      id uuid primary key default gen_random_uuid(), user_id uuid not null, episode_id uuid not null,
      started_at timestamptz not null default clock_timestamp(), heard_seconds integer not null default 0,
      position_seconds integer not null default 0, last_heard_at timestamptz not null default clock_timestamp(),
      ended_at timestamptz, points integer not null default 0
    ) with (fillfactor = 70);
    create index on bench.session (user_id, started_at desc);
    create table bench.ledger (
      id uuid primary key default gen_random_uuid(), number bigint generated always as identity,
      user_id uuid not null, kind text not null, source_id text not null, points integer not null,
      created_at timestamptz not null default clock_timestamp(), unique (user_id, kind, source_id)
    );
    create index on bench.ledger (user_id, number desc);
    create table bench.balance (
      user_id uuid primary key, total_points integer not null default 0, weekly_points integer not null default 0
    ) with (fillfactor = 70);
    create index on bench.balance (total_points desc, user_id);
    insert into bench.balance (user_id, total_points)
      select ${numbered('user', 'n')}, ${entriesPerUser} from generate_series(1, ${users}) n;
    insert into bench.session (id, user_id, episode_id)
      select ${numbered('session', 'n')}, ${numbered('user', 'n')}, gen_random_uuid() from generate_series(1, ${users}) n;
    insert into bench.ledger (user_id, kind, source_id, points)
      select ${numbered('user', 'n')}, 'listening', gen_random_uuid()::text, 1
      from generate_series(1, ${users}) n, generate_series(1, ${entriesPerUser});
  `)
  await client.query('vacuum analyze')
}
