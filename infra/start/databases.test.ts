import { randomUUID } from 'node:crypto'
import type {} from '@griot/service-kit/testing/database'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import type { Role } from '../postgres/role-names.ts'
import { bootstrapDatabases, databaseEnvironment, requireRedis } from './databases.ts'

const asAdmin = async (database: string, text: string) => {
  const url = new URL(inject('postgres').adminUrl)
  url.pathname = `/${database}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    return (await client.query(text)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

let shared: string
let own: string
beforeEach(() => {
  shared = `test_shared_${randomUUID().replaceAll('-', '')}`
  own = `test_own_${randomUUID().replaceAll('-', '')}`
})
afterEach(async () => {
  for (const database of [shared, own]) await asAdmin('postgres', `drop database if exists "${database}" with (force)`)
})

describe('databases of single services', () => {
  it('are created for the services that have a URL; the others share one', async () => {
    const { adminUrl, passwords } = inject('postgres')
    await asAdmin('postgres', `create database "${own}"`)
    const ownUrl = new URL(adminUrl)
    ownUrl.pathname = `/${own}`
    const places = await bootstrapDatabases({
      adminUrl,
      database: shared,
      own: { catalog: ownUrl.href },
      passwords: passwords as Record<Role, string>,
    })

    expect(new URL(places.media.media).pathname).toBe(`/${shared}`)
    expect(new URL(places.catalog.catalog).pathname).toBe(`/${own}`)
    const [catalog] = await asAdmin(own, `select has_schema_privilege('catalog', 'catalog', 'usage') as may`)
    expect(catalog).toEqual({ may: true })
  })

  it('require Redis, because the queue needs a shared database', () => {
    const given = { DATABASE_URL_MEDIA: 'postgres://elsewhere/media' }
    const Environment = z.object(databaseEnvironment).superRefine(requireRedis)
    expect(Environment.safeParse(given).error?.issues).toMatchObject([
      { path: ['REDIS_URL'], message: expect.stringContaining('the queue needs one database that all services share') },
    ])
    expect(Environment.safeParse({ ...given, REDIS_URL: 'redis://here' }).success).toBe(true)
    expect(Environment.safeParse({}).success).toBe(true)
  })
})
