import { ListHistory } from '@griot/contracts/library'
import { ListListeningSessions } from '@griot/contracts/listening'
import { CheckBadges, ListMilestones, ListPointsHistory } from '@griot/contracts/points'
import { ReadAccountPart } from '@griot/service-kit/account-part'
import { connect } from '@griot/service-kit/db'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { auditLedger } from '../ledger/audit.ts'
import { correctEntry } from '../ledger/correct-entry.ts'
import { createEndSession } from '../listening/end-session.ts'
import { createHeartbeats } from '../listening/heartbeats.ts'
import { beat, end, type Guest, type House, ME, openHouse, start, total } from '../testing/house.ts'
import { compareAll } from './copy.ts'
import { abandonCut, cutByPeople, lookAtCut } from './cut-by-people.ts'
import { partsFrom } from './may-cut.ts'
import { beginNoting, makeNotes } from './notes.ts'
import { partNames } from './tables.ts'

const PARTS = 4
// A busy machine takes its time for some four hundred statements.
const PATIENT = { timeout: 60_000 }
const silently = { parts: PARTS, say: () => {} }

let house: House
let people: Guest[]

const hear = async (guest: Guest) => {
  const session = await start(guest, house.catalogue.addEpisode({ lengthSeconds: 60 }))
  await beat(guest, session.id, 1, 1)
  await house.pass(60)
  return end(guest, session.id, { listeningDuration: 60, totalProgress: 60 })
}

/** What is really looked at of the ledger and the sessions: by name, each table once. Of a plan alone, what it would be. */
interface Node {
  'Node Type': string
  'Relation Name'?: string | undefined
  'Actual Loops'?: number | undefined
  Plans?: Node[] | undefined
}
const Node: z.ZodType<Node> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    'Actual Loops': z.number().optional(),
    Plans: z.array(Node).optional(),
  }),
)
const tablesIn = (node: Node): string[] => {
  const name = node['Relation Name'] ?? ''
  const isLookedAt = node['Node Type'].endsWith('Scan') && node['Actual Loops'] !== 0
  const isCut = /^(ledger_entry|listening_session)/.test(name)
  return [...(isLookedAt && isCut ? [name] : []), ...(node.Plans ?? []).flatMap(tablesIn)]
}

interface Asked {
  text: string
  values: unknown[]
}

/** Every different statement about entries or sessions that `work` sends. */
const statementsOf = async (work: () => Promise<unknown>) => {
  const sent = new Map<string, Asked>()
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    for (const [given] of query.mock.calls) {
      const asked = given as unknown as Partial<Asked>
      if (asked.text === undefined || !/ledger_entry|listening_session/.test(asked.text)) continue
      sent.set(asked.text, { text: asked.text, values: asked.values ?? [] })
    }
  } finally {
    query.mockRestore()
  }
  return [...sent.values()]
}

const looksAt = async (client: pg.Client, { text, values }: Asked) => {
  await client.query('begin')
  try {
    const { rows } = await client.query(`explain (analyze, format json) ${text}`, values)
    return [...new Set(tablesIn(Node.parse(rows[0]['QUERY PLAN'][0].Plan)))]
  } finally {
    await client.query('rollback')
  }
}

describe('the number of parts', () => {
  it('is a power of two', () => {
    expect(partsFrom('16')).toBe(16)
    for (const given of [undefined, '', '0', '1', '3', '-2', '2.5', '512', 'many']) {
      expect(() => partsFrom(given)).toThrow('--parts is how many parts to cut')
    }
  })
})

/** Others, who have listened three times each and were too quick to be paid: so many that nobody reads through them. */
const addOthers = (client: pg.Client) =>
  client.query(`
    insert into listener (user_id, week, pledge_day, sessions)
      select md5(n::text)::uuid, '2026-03-02', '2026-03-02', 3 from generate_series(1, 2000) n;
    insert into listening_session (user_id, episode_id, podcast_id, episode_title, length_seconds, left_seconds,
      started_at, counts_from, last_heard_at, check_at, start_points, points_earned, ended_at, ended_by, receipt)
      select md5((1 + n % 2000)::text)::uuid, gen_random_uuid(), gen_random_uuid(), 'The Drum', 60, 60, at, at, at, at, 0, 0, at,
        'silence', '{}' from generate_series(1, 6000) n, (select timestamptz '2026-03-01Z' as at) moment`)

// With PARTITIONED=1 they are cut before anybody comes.
describe.skipIf(process.env.PARTITIONED === '1')('the ledger and the sessions, cut by people', PATIENT, () => {
  beforeAll(async () => {
    house = await openHouse()
    people = Array.from({ length: 6 }, () => house.guest())
    for (const guest of people) await hear(guest)
    await addOthers(house.owner)
  })
  afterAll(() => house.close())
  afterEach(() => vi.restoreAllMocks())

  const schemas = async () =>
    (await house.owner.query(`select nspname from pg_namespace where nspname like 'listening_points_%'`)).rowCount

  it('stay as they are when there is no room, or the release is not known', async () => {
    await expect(lookAtCut(house.migratorUrl, 1)).rejects.toThrow(/The copy needs .* GB beside what there is/)
    await house.owner.query(`insert into migration (name, run_on) values ('9999-later', now())`)
    await expect(lookAtCut(house.migratorUrl, undefined)).rejects.toThrow('belong to a newer release')
    await house.owner.query(`delete from migration where name = '9999-later'`)
    expect(await lookAtCut(house.migratorUrl, 1e12)).toMatchObject([
      { name: 'ledger_entry' },
      { name: 'listening_session' },
    ])
  })

  it('stay as they are when it is broken off, and nothing is left', async () => {
    const brokenOff = new Error('enough')
    const say = (line: string) => {
      if (line.startsWith('Comparing')) throw brokenOff
    }
    await expect(cutByPeople(house.migratorUrl, { parts: PARTS, say })).rejects.toBe(brokenOff)
    expect(await schemas()).toBe(0)
    expect(await auditLedger(house.db)).toEqual([])
  })

  it('go on when it was killed, until somebody removes what it has left', async () => {
    const [ama] = people as [Guest]
    await house.owner.query(['create schema listening_points_parts', makeNotes, ...beginNoting].join(';'))
    await hear(ama)
    await abandonCut(house.migratorUrl)
    expect(await schemas()).toBe(0)
    await hear(ama)
  })

  it('do not count while anybody’s copy differs', async () => {
    await house.owner.query(`begin; create schema listening_points_parts;
      create table listening_points_parts.ledger_entry as select * from ledger_entry;
      delete from listening_points_parts.ledger_entry where number = 3`)
    await expect(compareAll(house.owner)).rejects.toThrow(/The copy of ledger_entry differs from it for [\da-f-]{36}/)
    await house.owner.query('rollback')
  })

  it('become their parts while people go on listening, and nothing is lost', async () => {
    let isOver = false
    const listening = people.slice(0, 3).map(async (guest) => {
      let rounds = 0
      while (!isOver) {
        const session = await start(guest, house.catalogue.addEpisode())
        await beat(guest, session.id, 1, 1)
        await end(guest, session.id)
        rounds += 1
      }
      return rounds
    })
    const [, , , ama] = people as [Guest, Guest, Guest, Guest]
    const open = await start(ama, house.catalogue.addEpisode())
    const before = await house.entriesOf(ama)
    await cutByPeople(house.migratorUrl, silently)
    isOver = true
    for (const rounds of await Promise.all(listening)) expect(rounds).toBeGreaterThan(0)

    expect(await schemas()).toBe(0)
    expect(await house.entriesOf(ama)).toEqual(before)
    expect(await end(ama, open.id)).toMatchObject({ pointsEarned: 5 })
    expect(await hear(ama)).toMatchObject({ completed: true })
    expect(await auditLedger(house.db)).toEqual([])
    await expect(lookAtCut(house.migratorUrl, undefined)).rejects.toThrow(`in ${PARTS} parts already`)
  })

  it('keep every promise', async () => {
    const [ama] = people as [Guest]
    const again = `insert into ledger_entry (user_id, kind, source_id, type, points, week)
      select user_id, kind, source_id, type, points, week from ledger_entry limit 1`
    const another = (user: string) => `insert into ledger_entry (user_id, kind, source_id, type, points, week)
      values ('${user}', 'tip', gen_random_uuid(), 'tip', 5, '2026-03-02') returning number`
    const { pool } = house.db
    await expect(pool.query(again)).rejects.toThrow('ledger_entry_pays_once')
    await expect(pool.query(another(crypto.randomUUID()))).rejects.toThrow('ledger_entry_user_id_fkey')
    await expect(pool.query(another(ama.id).replace('5,', '-5,'))).rejects.toThrow('ledger_entry_points_sign')
    await expect(pool.query('insert into ledger_entry (number) values (1)')).rejects.toThrow(
      'cannot insert a non-DEFAULT value',
    )
    const playing = await start(ama, house.catalogue.addEpisode())
    await expect(
      house.owner.query(`insert into listening_session
        select (jsonb_populate_record(session, jsonb_build_object('id', gen_random_uuid()))).*
        from listening_session session where id = '${playing.id}'`),
    ).rejects.toThrow('listening_session_one_open')
    await end(ama, playing.id)
    await expect(house.owner.query('update listening_session set beats = 7')).rejects.toThrow('has ended')

    const changes = (table: string) => [`update ${table} set points = 7`, `delete from ${table}`, `truncate ${table}`]
    for (const table of ['ledger_entry', ...partNames('ledger_entry', PARTS)]) {
      for (const change of changes(table)) {
        await expect(pool.query(change)).rejects.toThrow('permission denied')
      }
      // A part that nobody is in has no row to refuse.
      await expect(house.owner.query(`truncate ${table}`)).rejects.toThrow('append-only')
    }
    for (const change of changes('ledger_entry')) await expect(house.owner.query(change)).rejects.toThrow('append-only')

    const { rows: highest } = await pool.query('select max(number) as number from ledger_entry')
    await house.owner.query('begin')
    const { rows: next } = await house.owner.query(another(ama.id))
    await house.owner.query('rollback')
    expect(Number(next[0].number)).toBeGreaterThan(Number(highest[0].number))
  })

  it('take a migration as one table does', async () => {
    await house.owner.query(`begin;
      alter table listening_session add column note text not null default '',
        add constraint listening_session_note check (length(note) < 9) not valid;
      alter table ledger_entry add column note text;
      create index ledger_entry_weekly on ledger_entry (user_id, week);
      create unique index ledger_entry_noted on ledger_entry (user_id, note)`)
    const { rows } = await house.owner.query('select distinct note from listening_session')
    expect(rows).toEqual([{ note: '' }])
    await house.owner.query('rollback')
  })

  it('are looked at in one part for one person, whatever they do', async () => {
    const [ama] = people as [Guest]
    const statements = await statementsOf(async () => {
      await hear(ama)
      await hear(ama)
      await start(ama, house.catalogue.addEpisode())
      await start(ama, house.catalogue.addEpisode())
      await ama.call(ListListeningSessions, ME)
      await ama.call(ListHistory, ME)
      await ama.call(CheckBadges, { ...ME, body: { action: 'episode_completed' } })
      await ama.call(ListMilestones, ME)
      await total(ama)
      await ama.call(ReadAccountPart, {})
      const [entry] = await ama.call(ListPointsHistory, ME)
      await correctEntry(house.db, ama.id, entry?.id ?? '', 'a test')
    })
    expect(statements.length).toBeGreaterThan(10)
    // What is known of the tables decides the way; whether it was already found out is a matter of luck.
    await house.owner.query('analyze')
    const service = new pg.Client({ connectionString: house.databaseUrl })
    await service.connect()
    const seen = new Set<string>()
    try {
      for (const statement of statements) {
        const tables = await looksAt(service, statement)
        for (const table of tables) seen.add(table)
        const parts = (name: string) => tables.filter((table) => table.startsWith(name))
        expect(parts('ledger_entry').length, statement.text).toBeLessThanOrEqual(1)
        expect(parts('listening_session').length, statement.text).toBeLessThanOrEqual(1)
      }
    } finally {
      await service.end()
    }
    // Hers, of both.
    expect(seen.size).toBe(2)
  })

  it('are planned for one part where nothing is planned beforehand, as behind a pooler', async () => {
    const { databaseUrl: url, log } = house
    const pooled = connect({ url, poolerUrl: url, log })
    const [ama] = people as [Guest]
    const { id } = await start(ama, house.catalogue.addEpisode())
    const claim = { listeningDuration: 1, totalProgress: 1 }
    try {
      const statements = await statementsOf(async () => {
        await createHeartbeats(pooled).record(ama.id, id, claim)
        await createEndSession(pooled)(ama.id, id, claim)
      })
      expect(statements).toHaveLength(3)
      for (const { text, values } of statements) {
        const { rows } = await pooled.pool.query(`explain (format json) ${text}`, values)
        expect(new Set(tablesIn(Node.parse(rows[0]['QUERY PLAN'][0].Plan))).size, text).toBe(1)
      }
    } finally {
      await pooled.close()
    }
  })
})
