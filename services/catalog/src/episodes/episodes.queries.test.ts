import { inTransaction, type Queryable, type Sql, sql } from '@griot/service-kit/db/db'
import { createTestDatabase } from '@griot/service-kit/testing/database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { listEpisodes } from './episodes.queries.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase('catalog', new URL('../../migrations/', import.meta.url))
})
afterAll(() => database.drop())

/** The plan of a list's statement if PostgreSQL sorts only without a suitable index. */
const planOf = (list: (db: Queryable) => Promise<unknown>) =>
  inTransaction(database.db, async (tx) => {
    await tx.run(sql`set local enable_sort = off`)
    const lines: string[] = []
    const explain = async (_: z.ZodType, query: Sql) => {
      const rows = await tx.many(z.object({ 'QUERY PLAN': z.string() }), sql`explain ${query}`)
      lines.push(...rows.map((row) => row['QUERY PLAN']))
      return []
    }
    await list({ ...tx, many: explain })
    return lines.join('\n')
  })

describe('GET /api/episodes', () => {
  it.each([
    ['of all hosts', { shownOnly: true, hostId: undefined }],
    ['of all hosts, with unpublished ones', { shownOnly: false, hostId: undefined }],
    ['of one host', { shownOnly: false, hostId: '00000000-0000-4000-8000-000000000001' }],
  ])('reads a page %s from an index, without a sort', async (_, filter) => {
    const plan = await planOf((db) => listEpisodes(db, { ...filter, limit: 50 }))

    expect(plan).toContain('Index')
    expect(plan).not.toContain('Sort')
  })
})
