import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { migrate } from '@griot/service-kit/db/migrate'
import { createDiskStore } from '@griot/service-kit/objects/disk-store'
import type {} from '@griot/service-kit/testing/database'
import { createRedis, hasRedis } from '@griot/service-kit/testing/redis'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { withClient } from '../common/with-client.ts'
import type { Role } from '../postgres/role-names.ts'
import { root } from '../start/config.ts'
import { bootstrapDatabases } from '../start/databases.ts'
import { backUp } from './back-up.ts'
import { databasesOf, type Installation } from './installation.ts'
import { restore } from './restore.ts'

const closing: (() => Promise<unknown>)[] = []
let folder: string
let redisUrl: string

const urlOf = (database: string) =>
  Object.assign(new URL(inject('postgres').adminUrl), { pathname: `/${database}` }).href

const query = (database: string, text: string) =>
  withClient(urlOf(database), async (client) => (await client.query(text)).rows as Record<string, unknown>[])

/** An installation with a shared database, one for the points service, and a folder of objects. */
const openInstallation = async () => {
  const [shared, own] = [randomUUID(), randomUUID()].map((id) => `test_separate_${id.replaceAll('-', '')}`) as [
    string,
    string,
  ]
  await query('postgres', `create database ${own}`)
  closing.push(async () => {
    for (const name of [shared, own]) await query('postgres', `drop database if exists ${name} with (force)`)
  })
  const { adminUrl } = inject('postgres')
  const passwords = inject('postgres').passwords as Record<Role, string>
  const objects = createDiskStore(join(folder, shared))
  await objects.ready()
  const installation: Installation = {
    databases: databasesOf(adminUrl, shared, { listening_points: urlOf(own) }),
    redisUrl,
    passwords: () => passwords,
    objects,
    modules: objects,
    close: async () => {},
  }
  const makeTables = async () => {
    const urls = await bootstrapDatabases({
      adminUrl,
      database: shared,
      own: { listening_points: urlOf(own) },
      passwords,
    })
    for (const [schema, workspace] of [
      ['gateway', 'gateway'],
      ['catalog', 'services/catalog'],
      ['listening_points', 'services/listening-points'],
      ['media', 'services/media'],
    ] as const) {
      await migrate({ url: urls[schema].griot_migrator, schema, dir: join(root, workspace, 'migrations') })
    }
  }
  return { installation, shared, own, makeTables }
}

interface Writable {
  database: string
  schema: string
}

/** Writes a row into one database and then into another one, repeatedly until stopped. */
const keepWriting = async (queue: string, ...targets: [first: Writable, second: Writable]) => {
  const writers = await Promise.all(
    targets.map(async ({ database, schema }) => {
      const client = new pg.Client({ connectionString: urlOf(database) })
      await client.connect()
      return { client, text: `insert into ${schema}.outbox (queue, name, data, job_id) values ($1, 'noted', '{}', $2)` }
    }),
  )
  let isStopped = false
  let written = 0
  const write = async () => {
    written += 1
    for (const { client, text } of writers) await client.query(text, [queue, `${queue}-${written}`])
  }
  await write()
  const running = (async () => {
    while (!isStopped) await write()
  })()
  return async () => {
    isStopped = true
    await running
    await Promise.all(writers.map(({ client }) => client.end()))
    return written
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'griot-separate-test-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  if (!hasRedis) return
  const redis = await createRedis()
  closing.push(redis.remove)
  await redis.start()
  redisUrl = redis.url
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

describe.skipIf(!hasRedis)('separate databases of services', { timeout: 120_000 }, () => {
  it('are backed up as one consistent snapshot during writes, and restored unchanged', async () => {
    const original = await openInstallation()
    await original.makeTables()
    await original.installation.objects.put('originals/ab/one', Readable.from(['drum']), { size: 4 })
    const catalog = { database: original.shared, schema: 'catalog' }
    const points = { database: original.own, schema: 'listening_points' }
    const stops = [
      await keepWriting('catalog-first', catalog, points),
      await keepWriting('points-first', points, catalog),
    ]
    const copy = join(folder, 'copy')

    const manifest = await backUp(original.installation, copy, () => {})
    for (const stop of stops) expect(await stop()).toBeGreaterThan(1)

    const restored = await openInstallation()
    await restore(restored.installation, copy, () => {})
    const count = async (database: string, schema: string, queue: string) => {
      const [row] = await query(
        database,
        `select count(*)::int as count from ${schema}.outbox where queue = '${queue}'`,
      )
      return row?.count as number
    }
    const inShared = (queue: string) => count(restored.shared, 'catalog', queue)
    const inOwn = (queue: string) => count(restored.own, 'listening_points', queue)
    // For each writer the second database lacks at most the last row, and never has a row that the first one lacks.
    expect([0, 1]).toContain((await inShared('catalog-first')) - (await inOwn('catalog-first')))
    expect([0, 1]).toContain((await inOwn('points-first')) - (await inShared('points-first')))
    expect(await inOwn('points-first')).toBeGreaterThan(0)

    const again = await backUp(restored.installation, join(folder, 'again'), () => {})
    expect(again.tables).toEqual(manifest.tables)
    expect(again.migrations).toEqual(manifest.migrations)
    expect(again.objects).toBe(1)
    await expect(restore(restored.installation, copy, () => {})).rejects.toThrow('an empty installation')
  })
})
