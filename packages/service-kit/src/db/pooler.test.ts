import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { createLog } from '../log/log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { hasPooler, startPooler } from '../testing/pooler.ts'
import { connect, type Db, inTransaction, sql } from './db.ts'

const Value = z.object({ value: z.string() })

describe.runIf(hasPooler)('a database behind a pooler of transactions', () => {
  let database: TestDatabase
  let pooler: Awaited<ReturnType<typeof startPooler>>
  let db: Db

  beforeAll(async () => {
    database = await createTestDatabase('catalog', new URL('../testing/no-migrations/', import.meta.url))
    const { adminUrl, passwords } = inject('postgres')
    pooler = await startPooler({ port: Number(new URL(adminUrl).port), passwords, size: 2 })
    db = connect({
      url: database.url,
      poolerUrl: pooler.through(database.url),
      log: createLog('test', 'silent'),
      max: 20,
    })
  })
  afterAll(async () => {
    await db.close()
    await pooler.stop()
    await database.drop()
  })

  it('serves many clients over few connections, with prepared statements', async () => {
    const ask = (value: string) => db.one(Value, sql`select ${value} as value`)
    const other = (value: string) => db.one(Value, sql`select upper(${value}) as value`)
    for (let round = 0; round < 5; round++) {
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? ask(`a${n}`) : other(`a${n}`))),
      )
      expect(results.map(({ value }) => value)).toEqual(results.map((_, n) => (n % 2 === 0 ? `a${n}` : `A${n}`)))
    }
  })

  it('keeps transactions intact, and the role in its schema with its limits', async () => {
    const Place = z.object({ schema: z.string(), limit: z.string(), own: z.boolean() })
    const places = await Promise.all(
      Array.from({ length: 8 }, () =>
        inTransaction(db, async (tx) => {
          const Backend = z.object({ pid: z.number() })
          const { pid } = await tx.one(Backend, sql`select pg_backend_pid() as pid`)
          await delay(5)
          return tx.one(
            Place,
            sql`select current_schema() as schema, current_setting('statement_timeout') as limit,
                  pg_backend_pid() = ${pid} as own`,
          )
        }),
      ),
    )
    for (const place of places) expect(place).toEqual({ schema: 'catalog', limit: '10s', own: true })
  })

  it('bypasses the pooler for LISTEN', async () => {
    const ear = await db.openConnection()
    const heard = new Promise((resolve) => ear.on('notification', ({ payload }) => resolve(payload)))
    await ear.query('listen news')
    await db.run(sql`select pg_notify('news', 'hello')`)
    expect(await heard).toBe('hello')
    await ear.end()
  })
})
