import type pg from 'pg'

export const ENTRIES_EACH = 100
const MONTHS = 24
const SLICES = ENTRIES_EACH
/** Of so many people one. */
export const LISTENING_NOW = 50

const say = (line: string) => process.stdout.write(`  ${new Date().toISOString().slice(11, 19)} ${line}\n`)

// In no order, as ids are: neighbours in time are strangers in every index.
export const person = (number: string) => `md5((${number})::text)::uuid`

export const sessionOf = (number: string, slice: string) => `md5((${number})::text || '-session-' || ${slice})::uuid`

/** Takes keys and indexes off both tables, or all their parts: rows come faster without. Answers what puts them back. */
const takeKeysOff = async (client: pg.Client) => {
  const { rows } = await client.query<{ off: string; back: string }>(`
    with filled (id) as (values ('ledger_entry'::regclass), ('listening_session'::regclass))
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as back
    from pg_constraint where conrelid in (select id from filled) and contype in ('p', 'u')
    union all
    select format('drop index %s', indexrelid::regclass), replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ')
    from pg_index
    where indrelid in (select id from filled)
      and not exists (select from pg_constraint where conindid = indexrelid)`)
  for (const { off } of rows) await client.query(off)
  return rows.map(({ back }) => back)
}

/**
 * Two years of listening: every person has a hundred entries spread over all of it, written in the order of time, and
 * ten sessions. Keys and indexes are built afterwards; nobody references what is not there.
 */
export const fillRows = async (client: pg.Client, rows: number) => {
  const people = rows / ENTRIES_EACH
  await client.query(`
    set search_path = listening_points;
    set session_replication_role = replica;
    insert into listener (user_id, week, pledge_day, total_points)
      select ${person('n')}, '2026-03-02', '2026-03-02', hashint4(n) & 16383 from generate_series(1, ${people}) n;
  `)
  const keys = await takeKeysOff(client)
  for (let slice = 0; slice < SLICES; slice++) {
    await client.query(`
      insert into ledger_entry (user_id, kind, source_id, type, points, about, week, created_at)
      select ${person('n')}, (array['listening', 'started', 'completed', 'listening', 'tip'])[1 + (n + ${slice}) % 5],
        md5(n || '-' || ${slice})::uuid::text,
        (array['listening', 'listening', 'listening', 'listening', 'tip'])[1 + (n + ${slice}) % 5], 5,
        '{"title": "The Drum", "minutes": 5}', '2026-03-02',
        timestamptz '2024-03-01Z' + (${slice} + n / ${people}::float8) * interval '${MONTHS / SLICES} months'
      from generate_series(1, ${people}) n`)
    if (slice % 10 === 9) {
      await client.query(`
        insert into listening_session (id, user_id, episode_id, podcast_id, episode_title, length_seconds, left_seconds,
          started_at, counts_from, last_heard_at, check_at, start_points, points_earned, ended_at, ended_by, receipt)
        select ${sessionOf('n', String(slice))}, ${person('n')}, gen_random_uuid(), gen_random_uuid(), 'The Drum', 600, 600, at, at, at, at, 0, 0, at,
          'listener', '{"pointsEarned":0,"weeklyBonus":0,"creditedSeconds":0,"completed":false,"reasons":[]}'
        from generate_series(1, ${people}) n, lateral (
          select timestamptz '2024-03-01Z' + (${slice} + n / ${people}::float8) * interval '${MONTHS / SLICES} months' as at
        ) moment`)
      say(`${(((slice + 1) / SLICES) * rows).toLocaleString('en')} entries written`)
    }
  }
  // And somebody listens right now.
  await client.query(`
    insert into listening_session (id, user_id, episode_id, podcast_id, episode_title, length_seconds, left_seconds,
      started_at, counts_from, last_heard_at, check_at, start_points, points_earned)
    select ${sessionOf('n', "'open'")}, ${person('n')}, gen_random_uuid(), gen_random_uuid(), 'The Drum', 600, 600, at, at, at,
      at + n * interval '1 millisecond', 0, 0
    from generate_series(1, ${people}) n, (select timestamptz '2026-03-01Z' as at) moment where n % ${LISTENING_NOW} = 0`)
  for (const index of [
    ...keys,
    'create index ledger_entry_by_time on ledger_entry using brin (created_at)',
    'vacuum (analyze) ledger_entry',
    'vacuum (analyze) listening_session',
    'vacuum (analyze) listener',
  ]) {
    await client.query(index)
    say(index)
  }
}

const layOutAnew = async (client: pg.Client, by: string, parts: readonly string[], unique: string) => {
  await client.query(`
    alter table ledger_entry rename to ledger_entry_before;
    create table ledger_entry (like ledger_entry_before including defaults) partition by ${by};
    create sequence if not exists ledger_entry_order start 1000000000;
    alter table ledger_entry alter column number set default nextval('ledger_entry_order');
  `)
  for (const [number, part] of parts.entries()) {
    await client.query(
      `create table ledger_part_${by.slice(0, 4)}${number} partition of ledger_entry for values ${part}`,
    )
  }
  await client.query(`
    insert into ledger_entry select * from ledger_entry_before;
    drop table ledger_entry_before;
    alter table ledger_entry add constraint ledger_entry_pays_once unique (${unique});
    create index ledger_entry_newest on ledger_entry (user_id, type, number desc);
  `)
  await client.query('vacuum (analyze) ledger_entry')
  say(`the same entries by ${by}`)
}

const monthsOf = async (client: pg.Client) => {
  const { rows } = await client.query<{ part: string }>(`
    select format('from (%L) to (%L)', month, month + interval '1 month') as part
    from generate_series(0, ${MONTHS - 1}) n, lateral (select timestamptz '2024-03-01Z' + n * interval '1 month' as month) m`)
  return rows.map(({ part }) => part)
}

/**
 * The same in tables of months: entries by when they were written, sessions by when they ended, with those that are open
 * in a part of their own. Keys must contain the time, so a source may pay once a month.
 */
export const partitionByMonth = async (client: pg.Client) => {
  const months = await monthsOf(client)
  await layOutAnew(client, 'range (created_at)', months, 'user_id, kind, source_id, created_at')
  await client.query(`
    alter table listening_session rename to listening_session_before;
    create table listening_session (like listening_session_before including defaults) partition by range (ended_at);
    create table listening_session_open partition of listening_session default;
    create unique index listening_session_only on listening_session_open (user_id) where ended_at is null;
  `)
  for (const [number, month] of months.entries()) {
    await client.query(
      `create table listening_session_month_${number} partition of listening_session for values ${month}`,
    )
  }
  await client.query(`
    insert into listening_session select * from listening_session_before;
    drop table listening_session_before;
    alter table listening_session add unique (id, ended_at);
    create index listening_session_newest on listening_session (user_id, started_at desc, id desc);
  `)
  await client.query('vacuum (analyze) listening_session')
}
