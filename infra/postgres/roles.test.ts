import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runMigrations } from 'bullmq'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningPostgres, startPostgres } from './launcher.ts'
import { type Role, roles } from './role-names.ts'
import { bootstrapRoles } from './roles.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'griot-roles-'))
let server: RunningPostgres
let urls: Record<Role, string>
const passwords = Object.fromEntries(roles.map((role) => [role, `it's "${role}" / 100%`])) as Record<Role, string>

const as = async (url: string, ...statements: string[]): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: unknown[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  server = await startPostgres({ dataDir, durable: false })
  urls = await bootstrapRoles({ adminUrl: server.adminUrl, database: 'griot', passwords })
  await as(
    urls.griot_migrator,
    'create table catalog.podcast (id int)',
    'create table media.file (id int generated always as identity, n int)',
  )
})

afterAll(async () => {
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('bootstrapRoles', () => {
  it('gives each role access to its own schema only', async () => {
    expect(await as(urls.catalog, 'insert into podcast values (1)', 'select id from podcast')).toEqual([{ id: 1 }])
    expect(await as(urls.media, 'insert into file (n) values (5) returning id')).toEqual([{ id: 1 }])
    for (const role of ['gateway', 'listening_points', 'media'] as const) {
      await expect(as(urls[role], 'select * from catalog.podcast')).rejects.toThrow(
        /permission denied for schema catalog/,
      )
    }
  })

  it('creates the database of the URL if the server does not have it', async () => {
    const adminUrl = Object.assign(new URL(server.adminUrl), { pathname: '/new' }).href
    const { catalog } = await bootstrapRoles({ adminUrl, database: 'new', passwords })
    expect(await as(catalog, 'select current_database() as name')).toEqual([{ name: 'new' }])
  })

  it('does not let a service change tables', async () => {
    await expect(as(urls.catalog, 'create table mine (n int)')).rejects.toThrow(/permission denied/)
    await expect(as(urls.catalog, 'create table public.mine (n int)')).rejects.toThrow(/permission denied/)
    await expect(as(urls.catalog, 'drop table podcast')).rejects.toThrow(/must be owner/)
    await expect(as(urls.catalog, 'truncate podcast')).rejects.toThrow(/permission denied/)
  })

  it('can be repeated, also concurrently, and then sets new passwords', async () => {
    const changed = { ...passwords, gateway: 'another' }
    const [again] = await Promise.all(
      [changed, changed, changed].map((given) =>
        bootstrapRoles({ adminUrl: server.adminUrl, database: 'griot', passwords: given }),
      ),
    )
    expect(await as(again?.gateway ?? '', 'select current_schema() as here')).toEqual([{ here: 'gateway' }])
    await expect(as(urls.gateway, 'select 1')).rejects.toThrow(/password authentication failed/)
    expect(await as(urls.catalog, 'select id from podcast')).toEqual([{ id: 1 }])
  })

  it('applies to a database that is copied from this one', async () => {
    await as(server.adminUrl, 'create database copy template griot')
    const copy = urls.catalog.replace(/\/griot$/, '/copy')
    expect(await as(copy, 'insert into podcast values (2)', 'select id from podcast order by id')).toHaveLength(2)
  })

  it('lets the migrator create the tables of BullMQ, and the services use them', async () => {
    const client = new pg.Client({ connectionString: urls.griot_migrator })
    await client.connect()
    await runMigrations(client)
    await client.end()
    expect(await as(urls.media, 'select count(*)::int as n from bullmq.job')).toEqual([{ n: 0 }])
  })

  it('works for an administrator without superuser rights', async () => {
    await as(server.adminUrl, `create role boss login createrole createdb password 'boss'`)
    for (const role of roles) await as(server.adminUrl, `alter role ${role} rename to old_${role}`)
    const boss = server.url('boss', 'boss', 'postgres')
    const theirs = await bootstrapRoles({ adminUrl: boss, database: 'managed', passwords })
    await bootstrapRoles({ adminUrl: boss, database: 'managed', passwords })
    await as(theirs.griot_migrator, 'create table catalog.podcast (id int)', 'create extension pg_trgm schema catalog')
    expect(await as(theirs.catalog, `select similarity('sahel', 'sahel') as n`)).toEqual([{ n: 1 }])
  })
})
