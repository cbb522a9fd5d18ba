import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { migrate } from '@griot/service-kit/migrate'
import { createDiskStore } from '@griot/service-kit/objects/disk-store'
import type {} from '@griot/service-kit/testing/database'
import { createRedis, hasRedis } from '@griot/service-kit/testing/redis'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Role } from '../postgres/role-names.ts'
import { root } from '../start/config.ts'
import { bootstrapDatabases } from '../start/databases.ts'
import { backUp } from './back-up.ts'
import { databasesOf, type Place } from './place.ts'
import { restore } from './restore.ts'

const closing: (() => Promise<unknown>)[] = []
let folder: string
let redisUrl: string

const at = (database: string) => Object.assign(new URL(inject('postgres').adminUrl), { pathname: `/${database}` }).href

const ask = async (database: string, text: string) => {
  const client = new pg.Client({ connectionString: at(database) })
  await client.connect()
  try {
    return (await client.query(text)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

/** Two databases, of which one is for points alone, and a folder of objects. */
const openPlace = async () => {
  const [shared, own] = [randomUUID(), randomUUID()].map((id) => `test_apart_${id.replaceAll('-', '')}`) as [
    string,
    string,
  ]
  await ask('postgres', `create database ${own}`)
  closing.push(async () => {
    for (const name of [shared, own]) await ask('postgres', `drop database if exists ${name} with (force)`)
  })
  const { adminUrl } = inject('postgres')
  const passwords = inject('postgres').passwords as Record<Role, string>
  const objects = createDiskStore(join(folder, shared))
  await objects.ready()
  const place: Place = {
    databases: databasesOf(adminUrl, shared, { listening_points: at(own) }),
    redisUrl,
    passwords: () => passwords,
    objects,
    modules: objects,
    close: async () => {},
  }
  const makeTables = async () => {
    const places = await bootstrapDatabases({
      adminUrl,
      database: shared,
      own: { listening_points: at(own) },
      passwords,
    })
    for (const [schema, workspace] of [
      ['gateway', 'gateway'],
      ['catalog', 'services/catalog'],
      ['listening_points', 'services/listening-points'],
      ['media', 'services/media'],
    ] as const) {
      await migrate({ url: places[schema].griot_migrator, schema, dir: join(root, workspace, 'migrations') })
    }
  }
  return { place, shared, own, makeTables }
}

interface Writable {
  database: string
  schema: string
}

/** Writes causes in one database and then their effects in another, one after the other, until it is told to stop. */
const keepWriting = async (word: string, ...into: [cause: Writable, effect: Writable]) => {
  const writers = await Promise.all(
    into.map(async ({ database, schema }) => {
      const client = new pg.Client({ connectionString: at(database) })
      await client.connect()
      return { client, text: `insert into ${schema}.outbox (queue, name, data, job_id) values ($1, 'noted', '{}', $2)` }
    }),
  )
  let isOver = false
  let written = 0
  const write = async () => {
    written += 1
    for (const { client, text } of writers) await client.query(text, [word, `${word}-${written}`])
  }
  await write()
  const running = (async () => {
    while (!isOver) await write()
  })()
  return async () => {
    isOver = true
    await running
    await Promise.all(writers.map(({ client }) => client.end()))
    return written
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'griot-apart-test-'))
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

describe.skipIf(!hasRedis)('databases that services have for themselves', { timeout: 120_000 }, () => {
  it('are copied as they are at one moment while people write, and are the same when they are restored', async () => {
    const here = await openPlace()
    await here.makeTables()
    await here.place.objects.put('originals/ab/one', Readable.from(['drum']), { size: 4 })
    const shows = { database: here.shared, schema: 'catalog' }
    const points = { database: here.own, schema: 'listening_points' }
    const stops = [await keepWriting('there', shows, points), await keepWriting('back', points, shows)]
    const copy = join(folder, 'copy')

    const manifest = await backUp(here.place, copy, () => {})
    for (const stop of stops) expect(await stop()).toBeGreaterThan(1)

    const there = await openPlace()
    await restore(there.place, copy, () => {})
    const count = async (database: string, schema: string, word: string) => {
      const [row] = await ask(database, `select count(*)::int as count from ${schema}.outbox where queue = '${word}'`)
      return row?.count as number
    }
    const inShared = (word: string) => count(there.shared, 'catalog', word)
    const inOwn = (word: string) => count(there.own, 'listening_points', word)
    // Of each writer at most one effect was still to come, and no effect was there before its cause.
    expect([0, 1]).toContain((await inShared('there')) - (await inOwn('there')))
    expect([0, 1]).toContain((await inOwn('back')) - (await inShared('back')))
    expect(await inOwn('back')).toBeGreaterThan(0)

    const again = await backUp(there.place, join(folder, 'again'), () => {})
    expect(again.tables).toEqual(manifest.tables)
    expect(again.migrations).toEqual(manifest.migrations)
    expect(again.objects).toBe(1)
    await expect(restore(there.place, copy, () => {})).rejects.toThrow('an empty place')
  })
})
