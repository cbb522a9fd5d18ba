import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inTransaction, plannedForValues, sql } from './db.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase('catalog', new URL('./testing/no-migrations/', import.meta.url))
})
afterAll(() => database.drop())

const Answer = z.object({ number: z.number() })
const Statement = z.object({ statement: z.string() })

describe('a query', () => {
  it('is prepared once for all its values, unless it is planned for each', async () => {
    await inTransaction(database.db, async (tx) => {
      for (const number of [1, 2]) {
        expect(await tx.one(Answer, sql`select ${number}::integer as number`)).toEqual({ number })
        expect(await tx.one(Answer, plannedForValues(sql`select ${number}::int as number`))).toEqual({ number })
      }

      const kept = await tx.many(
        Statement,
        sql`select statement from pg_prepared_statements where statement like 'select $1%' and name <> ''`,
      )
      expect(kept).toEqual([{ statement: 'select $1::integer as number' }])
    })
  })
})
