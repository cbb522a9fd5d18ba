import type pg from 'pg'
import { z } from 'zod'
import { median } from './load.ts'
import { ENTRIES_EACH, LISTENING_NOW, person, sessionOf } from './rows-fill.ts'

const ASKED = 200

export interface Measured {
  question: string
  /** Medians of planning and running, and of the pages looked at; `fromDisk` of those that were not in PostgreSQL's memory. */
  planningMs: number
  runningMs: number
  pages: number
  fromDisk: number
  /** Tables looked at, at most: one, or as many of the parts. */
  tables: number
}

export interface Sizes {
  name: string
  bytes: number
}

interface Node {
  'Node Type': string
  'Relation Name'?: string | undefined
  'Actual Loops': number
  Plans?: Node[] | undefined
}
const Node: z.ZodType<Node> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    'Actual Loops': z.number(),
    Plans: z.array(Node).optional(),
  }),
)
const Plan = z.object({
  Plan: z.intersection(Node, z.object({ 'Shared Hit Blocks': z.number(), 'Shared Read Blocks': z.number() })),
  'Planning Time': z.number(),
  'Execution Time': z.number(),
})

const explain = async (client: pg.Client, statement: string) => {
  const { rows } = await client.query(`explain (analyze, buffers, timing off, format json) ${statement}`)
  return Plan.parse(rows[0]['QUERY PLAN'][0])
}

/** The tables of entries and sessions, or their parts, that a scan has really been in. */
const tablesIn = (node: Node): string[] => {
  const name = node['Relation Name'] ?? ''
  const isLookedAt = node['Node Type'].endsWith('Scan') && node['Actual Loops'] > 0
  return [
    ...(isLookedAt && /^(ledger|listening_session)/.test(name) ? [name] : []),
    ...(node.Plans ?? []).flatMap(tablesIn),
  ]
}

interface Question {
  question: string
  asked?: number
  /** Changes something, which is taken back. */
  writes?: boolean
  statement: (n: number) => string
}

const sourceOf = (n: number, slice: number) => `md5(${n} || '-' || ${slice})::uuid::text`
const kindOf = (n: number, slice: number) => ['listening', 'started', 'completed', 'listening', 'tip'][(n + slice) % 5]

const openOf = (n: number) => sessionOf(String(n), "'open'")

const idsOf = (people: readonly number[]) =>
  `array[${people.map(openOf).join(', ')}], array[${people.map((n) => person(String(n))).join(', ')}], ${people.length}`

const asRow = (n: number) =>
  `json_build_object('session_id', ${openOf(n)}, 'user_id', ${person(String(n))}, 'version', 0, 'beats', 0)`

// Prepared, as they are there: after five times PostgreSQL chooses whether it plans them anew each time.
const PREPARED = `
  prepare heartbeat (uuid[], uuid[], int) as
  with beat as (
    select * from unnest((select $1), (select $2)) as beat (session_id, user_id) limit (select $3)
  ), mine as (
    select session.user_id, session.id
    from beat join listening_session session on session.id = beat.session_id and session.user_id = beat.user_id
    where session.receipt is null
    order by session.id
    for no key update of session
  )
  update listening_session session set heard_seconds = 15, last_heard_at = '2026-03-01 00:00:15Z', beats = session.beats + 1
  from mine where session.user_id = mine.user_id and session.id = mine.id and session.receipt is null
  returning session.id;

  prepare closing (json, int) as
  with closing as (
    select * from json_to_recordset($1) as closing (session_id uuid, user_id uuid, version bigint, beats int)
    limit (select $2)
  ), gate as (
    select listener.user_id from closing
    join listener on listener.user_id = closing.user_id and listener.version = closing.version
    order by listener.user_id
    for no key update of listener skip locked
  ), held as (
    select session.user_id, session.id
    from gate join closing on closing.user_id = gate.user_id
    join listening_session session on session.id = closing.session_id and session.user_id = gate.user_id
    where session.receipt is null and session.beats = closing.beats
    order by session.id
    for no key update of session
  )
  update listening_session session set ended_at = '2026-03-01 01:00Z', ended_by = 'listener', receipt = '{}'
  from held join closing on closing.session_id = held.id
  where session.user_id = held.user_id and session.id = held.id and session.receipt is null
  returning session.*
`

// As listening-points asks them, less the words for people.
const questions: Question[] = [
  {
    question: 'a page of somebody’s entries',
    statement: (n) => `
      select entry.* from unnest(array['listening', 'tip', 'achievement']) heading
      cross join lateral (
        select * from ledger_entry where user_id = ${person(String(n))} and type = heading order by number desc limit 51
      ) entry order by entry.number desc limit 51`,
  },
  {
    question: 'has this source paid, ever?',
    statement: (n) => `
      select 1 from ledger_entry
      where user_id = ${person(String(n))} and kind = '${kindOf(n, n % ENTRIES_EACH)}'
        and source_id = ${sourceOf(n, n % ENTRIES_EACH)}`,
  },
  {
    question: 'an entry is written',
    writes: true,
    statement: (n) => `
      insert into ledger_entry (user_id, kind, source_id, type, points, week, created_at)
      values (${person(String(n))}, 'listening', gen_random_uuid()::text, 'listening', 5, '2026-02-23', '2026-02-27Z')`,
  },
  {
    question: 'the sum of somebody’s entries',
    statement: (n) => `select sum(points) from ledger_entry where user_id = ${person(String(n))}`,
  },
  {
    question: 'all entries of one month',
    asked: 3,
    statement: () => `
      select count(*), sum(points) from ledger_entry where created_at >= '2025-06-01Z' and created_at < '2025-07-01Z'`,
  },
  {
    question: 'a page of somebody’s sessions',
    statement: (n) => `
      select * from listening_session where user_id = ${person(String(n))} order by started_at desc, id desc limit 51`,
  },
  {
    question: 'a session by its id',
    statement: (n) => `
      select * from listening_session where id = ${sessionOf(String(n), '49')} and user_id = ${person(String(n))}`,
  },
  {
    question: 'the open session of somebody',
    statement: (n) => `select id from listening_session where user_id = ${person(String(n))} and ended_at is null`,
  },
  {
    question: 'a heartbeat',
    writes: true,
    statement: (n) => `execute heartbeat (${idsOf([n])})`,
  },
  {
    question: 'twenty heartbeats at once',
    writes: true,
    statement: (n) =>
      `execute heartbeat (${idsOf(Array.from({ length: 20 }, (_, other) => n - other * LISTENING_NOW))})`,
  },
  {
    question: 'a session ends',
    writes: true,
    statement: (n) => `execute closing (json_build_array(${asRow(n)}), 1)`,
  },
  {
    question: 'the next session that fell silent',
    writes: true,
    statement: () => `
      select id, user_id from listening_session
      where ended_at is null and check_at <= '2026-03-02Z' and last_heard_at <= '2026-03-02Z'
        and (check_at, id) > ('-infinity', '00000000-0000-0000-0000-000000000000')
      order by check_at, id limit 1
      for no key update of listening_session skip locked`,
  },
]

const settle = async (client: pg.Client, { statement, writes }: Question, n: number) => {
  if (!writes) return explain(client, statement(n))
  await client.query('begin')
  try {
    return await explain(client, statement(n))
  } finally {
    await client.query('rollback')
  }
}

/** Each question for many people, chosen evenly among all of them. */
export const measureRows = async (client: pg.Client, rows: number): Promise<Measured[]> => {
  const people = rows / ENTRIES_EACH
  const found: Measured[] = []
  // A statement must not wait for a plan that is compared with itself.
  await client.query('set max_parallel_workers_per_gather = 0')
  // With less, a month is looked for in the whole table: docs/sizing.md says why.
  await client.query(`set work_mem = '256MB'`)
  await client.query(`deallocate all; ${PREPARED}`)
  for (const question of questions) {
    const asked = question.asked ?? ASKED
    const plans: z.output<typeof Plan>[] = []
    for (let turn = 1; turn <= asked; turn++) {
      plans.push(await settle(client, question, Math.max(1, Math.floor((turn * people) / asked))))
    }
    const of = (read: (plan: z.output<typeof Plan>) => number) => median(plans.map(read))
    found.push({
      question: question.question,
      planningMs: of((plan) => plan['Planning Time']),
      runningMs: of((plan) => plan['Execution Time']),
      pages: of((plan) => plan.Plan['Shared Hit Blocks'] + plan.Plan['Shared Read Blocks']),
      fromDisk: of((plan) => plan.Plan['Shared Read Blocks']),
      tables: Math.max(...plans.map((plan) => new Set(tablesIn(plan.Plan)).size)),
    })
  }
  return found
}

/** What the two tables and their indexes take of the disk; those of months are added up. */
export const sizesOf = async (client: pg.Client): Promise<Sizes[]> => {
  const { rows } = await client.query<{ name: string; bytes: string }>(`
    select coalesce(parent.relname, class.relname) as name,
      sum(pg_relation_size(class.oid)) as bytes
    from pg_class class
    left join pg_inherits on pg_inherits.inhrelid = class.oid
    left join pg_class parent on parent.oid = pg_inherits.inhparent
    where class.relnamespace = 'listening_points'::regnamespace
      and class.relname ~ '^(ledger_entry|ledger_part|listening_session)' and class.relkind in ('r', 'i')
    group by 1 order by 1`)
  return rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }))
}
