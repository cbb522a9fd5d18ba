import { randomUUID } from 'node:crypto'
import type {} from '@griot/service-kit/testing/database'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Role } from '../postgres/role-names.ts'
import { bootstrapDatabases, troubleWithDatabases } from './databases.ts'

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

describe('databases of their own', () => {
  it('are made for the services that name one; the others share', async () => {
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

  it('need a Redis, because no queue can stand in all of them', () => {
    const given = { DATABASE_URL_MEDIA: 'postgres://elsewhere/media' }
    expect(troubleWithDatabases(given)).toContain('no queue can stand in all of them')
    expect(troubleWithDatabases({ ...given, REDIS_URL: 'redis://here' })).toBeUndefined()
    expect(troubleWithDatabases({})).toBeUndefined()
  })
})
