import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createLog } from '../log/log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { connect, type Db, sql } from './db.ts'
import { migrate } from './migrate.ts'

const TableName = z.object({ table_name: z.string() })
let database: TestDatabase
let dir: string
let owner: Db

beforeEach(async () => {
  database = await createTestDatabase('catalog', new URL('../testing/no-migrations/', import.meta.url))
  owner = connect({ url: database.migratorUrl, log: createLog('test', 'silent'), max: 2 })
  dir = await mkdtemp(join(tmpdir(), 'griot-test-migrations-'))
  await write('0001-tea.sql', "create table tea (name text); insert into tea values ('green');")
})
afterEach(async () => {
  await owner.close()
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

const write = async (name: string, text: string) => {
  await mkdir(dir, { recursive: true })
  await writeFile(join(dir, name), text)
}

const run = () => migrate({ url: database.migratorUrl, schema: 'catalog', dir })

const tables = async () => {
  const rows = await owner.many(
    TableName,
    sql`select table_name from information_schema.tables where table_schema = 'catalog' order by 1`,
  )
  return rows.map(({ table_name }) => table_name)
}

const teas = () => database.db.one(z.object({ count: z.number() }), sql`select count(*) as count from tea`)

describe('migrating', () => {
  it('runs each migration once, and grants the service access to the tables', async () => {
    await run()
    await run()
    expect(await teas()).toEqual({ count: 1 })
    expect(await tables()).toEqual(['audit_entry', 'inbox', 'migration', 'outbox', 'shared_migration', 'tea'])
    await expect(database.db.run(sql`drop table tea`)).rejects.toThrow('must be owner')
  })

  it('runs each migration once if several processes start it', async () => {
    await Promise.all([run(), run(), run(), run()])
    expect(await teas()).toEqual({ count: 1 })
  })

  it('stops at the given migration, also after an interruption, and continues later', async () => {
    await write('0002-pots.sql', 'create table pot (id int);')
    const upTo = (shared: number, own: number) =>
      migrate({ url: database.migratorUrl, schema: 'catalog', dir, upTo: { shared, own } })
    await upTo(100, 1)
    await upTo(100, 1)
    expect(await tables()).not.toContain('pot')
    await run()
    expect(await tables()).toContain('pot')
  })

  it('rolls back a failing migration, keeps earlier ones and continues from there', async () => {
    await write('0002-pots.sql', 'create table pot (id int); insert into pot values (1); select 1 / 0;')
    await expect(run()).rejects.toThrow('division by zero')
    expect(await tables()).toContain('tea')
    expect(await tables()).not.toContain('pot')

    await write('0002-pots.sql', 'create table pot (id int);')
    await run()
    expect(await tables()).toContain('pot')
    expect(await teas()).toEqual({ count: 1 })
  })

  it('refuses a migration with a lower number than the last one run', async () => {
    await run()
    await write('0000-late.sql', 'create table late (id int);')
    await expect(run()).rejects.toThrow('preceding already run migration')
    expect(await tables()).not.toContain('late')
  })

  it('yields to transactions that use the table, and retries', async () => {
    await run()
    await write('0002-tea.sql', 'alter table tea add column grams int;')
    const reader = await database.db.pool.connect()
    await reader.query('begin; select * from tea')
    let tries = 0
    const waiting = migrate({
      url: database.migratorUrl,
      schema: 'catalog',
      dir,
      retry: {
        lockTimeoutMs: 50,
        get pauseMs() {
          tries += 1
          // While it pauses, no query waits behind it.
          if (tries === 2) reader.query('commit').finally(() => reader.release())
          return 10
        },
      },
    })
    await waiting
    expect(tries).toBeGreaterThanOrEqual(2)
    await database.db.run(sql`update tea set grams = 1`)
  })
})
