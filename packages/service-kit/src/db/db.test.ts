import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AppError, conflict } from '../http/errors.ts'
import { createLog } from '../log/log.ts'
import { createCluster } from '../testing/cluster.ts'
import { brokenConstraint } from './database-errors.ts'
import { connect, type Db, inTransaction, joinSql, sql, type Tx } from './db.ts'

const log = createLog('test', 'silent')
const Name = z.object({ name: z.string() })
let cluster: Awaited<ReturnType<typeof createCluster>>
let db: Db

beforeAll(async () => {
  cluster = await createCluster()
  db = connect({ url: cluster.url, log, max: 4 })
  await db.run(sql`create table tea (name text primary key, grams int constraint tea_grams check (grams > 0))`)
})
afterAll(async () => {
  await db.close()
  await cluster.remove()
})
beforeEach(() => db.run(sql`delete from tea`))

// Not for all of them: a busy machine may take a second for anything.
const connectHasty = () => connect({ url: cluster.url, log, max: 4, statementTimeoutMs: 1_000 })
const names = async (from = db) =>
  (await from.many(Name, sql`select name from tea order by name`)).map(({ name }) => name)
const add = (name: string, grams = 1) => sql`insert into tea (name, grams) values (${name}, ${grams})`
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('reading', () => {
  it('returns numbers as numbers and times in the wire format', async () => {
    const Row = z.object({
      big: z.number(),
      sum: z.number(),
      at: z.string(),
      nothing: z.null(),
      list: z.array(z.string()),
    })
    const row = await db.one(
      Row,
      sql`select 9007199254740991::bigint as big, sum(2.5) as sum, null as nothing,
            timestamptz '2026-03-01 12:00:00.123456+02' as at, ${['a', 'b']}::text[] as list`,
    )
    expect(row).toEqual({
      big: 9007199254740991,
      sum: 2.5,
      at: '2026-03-01T10:00:00.123Z',
      nothing: null,
      list: ['a', 'b'],
    })
  })

  it('checks the number and the shape of rows', async () => {
    await db.run(sql`insert into tea (name) values (${'green'}), (${'black'})`)
    const all = sql`select name from tea`
    const none = sql`select name from tea where name = ${'white'}`
    expect(await db.maybeOne(Name, none)).toBeUndefined()
    await expect(db.one(Name, none)).rejects.toThrow('expected one row, got 0')
    await expect(db.one(Name, all)).rejects.toThrow('expected one row, got 2')
    await expect(db.maybeOne(Name, all)).rejects.toThrow('expected at most one row, got 2')
    await expect(db.many(z.object({ grams: z.number() }), sql`select grams from tea`)).rejects.toThrow(z.ZodError)
    expect(await db.run(sql`delete from tea where name in (${joinSql(['green', 'black', 'white'])})`)).toBe(2)
  })

  it('passes values as parameters, whatever they contain', async () => {
    const name = `'; drop table tea; --`
    await db.run(add(name))
    expect(await names()).toEqual([name])
  })
})

describe('a statement that fails', () => {
  it('names the violated constraint', async () => {
    await db.run(add('green'))
    expect(brokenConstraint(await failureOf(db.run(add('green'))))).toBe('tea_pkey')
    expect(brokenConstraint(await failureOf(db.run(add('black', 0))))).toBe('tea_grams')
    expect(brokenConstraint(await failureOf(db.run(sql`select 1 / 0`)))).toBeUndefined()
    expect(brokenConstraint(new Error('other'))).toBeUndefined()
  })

  it('returns 400 for a value that cannot be stored', async () => {
    for (const query of [
      add('a\0b'),
      add('much', 2 ** 40),
      sql`select ${'x'}::uuid`,
      sql`select ${'soon'}::timestamptz`,
    ]) {
      expect(await failureOf(db.run(query))).toMatchObject({ status: 400, code: 'input.invalid' })
    }
  })

  it('is unavailable after a timeout', async () => {
    const hasty = connectHasty()
    expect(await failureOf(hasty.run(sql`select pg_sleep(60)`))).toMatchObject({
      status: 503,
      code: 'database.unavailable',
    })
    await hasty.close()
  })

  it('is an internal error if the statement is invalid', async () => {
    const error = await failureOf(db.run(sql`select nothing from nowhere`))
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(AppError)
  })
})

describe('a transaction', () => {
  it('commits all statements', async () => {
    const result = await inTransaction(db, async (tx) => {
      await tx.run(add('green'))
      await tx.run(add('black'))
      return 'kept'
    })
    expect([result, await names()]).toEqual(['kept', ['black', 'green']])
  })

  it('rolls back and rethrows if the work or a statement fails', async () => {
    const refusal = conflict('episode.guid_taken', 'Taken.')
    const refused = inTransaction(db, async (tx) => {
      await tx.run(add('green'))
      throw refusal
    })
    expect(await failureOf(refused)).toBe(refusal)
    const broken = inTransaction(db, async (tx) => {
      await tx.run(add('green'))
      await tx.run(add('green'))
    })
    expect(brokenConstraint(await failureOf(broken))).toBe('tea_pkey')
    expect(await names()).toEqual([])
  })

  it('runs statements that are sent together in their order, and none after one that fails', async () => {
    const sent = inTransaction(db, (tx) =>
      Promise.all([tx.run(add('green')), tx.many(Name, sql`select name from tea`), tx.run(sql`delete from tea`)]),
    )
    expect(await sent).toEqual([1, [{ name: 'green' }], 1])
    const broken = inTransaction(db, (tx) => Promise.all([add('green'), add('green'), add('black', 0)].map(tx.run)))
    expect(brokenConstraint(await failureOf(broken))).toBe('tea_pkey')
    expect(await names()).toEqual([])
  })

  it('fails with the error of a statement that the work did not wait for', async () => {
    const sent = inTransaction(db, async (tx) => {
      tx.send(add('green'))
      tx.send(add('black'))
    })
    await sent
    expect(await names()).toEqual(['black', 'green'])
    const broken = inTransaction(db, async (tx) => {
      tx.send(add('white'))
      tx.send(add('green'))
      tx.send(add('red', 0))
    })
    expect(brokenConstraint(await failureOf(broken))).toBe('tea_pkey')
    const brokenEarlier = inTransaction(db, async (tx) => {
      tx.send(add('green'))
      await tx.run(add('red'))
    })
    expect(brokenConstraint(await failureOf(brokenEarlier))).toBe('tea_pkey')
    expect(await names()).toEqual(['black', 'green'])
    expect(db.pool.idleCount).toBe(db.pool.totalCount)
  })

  it('rejects a statement that is sent after its end', async () => {
    for (const query of [add('green'), add('green', 0)]) {
      let ended: Tx | undefined
      await failureOf(
        inTransaction(db, (tx) => {
          ended = tx
          return tx.run(query)
        }),
      )
      await expect(ended?.run(add('black'))).rejects.toThrow('the transaction has ended')
      expect(() => ended?.send(add('black'))).toThrow('the transaction has ended')
    }
    expect(await names()).toEqual(['green'])
  })

  it('releases its connection in every case', async () => {
    const failing = Array.from({ length: 12 }, () =>
      inTransaction(db, async (tx) => {
        await tx.run(sql`select 1 / 0`)
      }),
    )
    await Promise.allSettled(failing)
    expect(db.pool.idleCount).toBe(db.pool.totalCount)
  })
})

describe('more calls than connections', () => {
  it('wait for a connection; calls beyond the limit fail at once', async () => {
    const narrow = connect({ url: cluster.url, log, max: 2 })
    const ask = () => narrow.one(Name, sql`select 'tea' as name, pg_sleep(0.005)`)
    await ask()

    const few = await Promise.allSettled(Array.from({ length: 60 }, ask))
    expect(few.filter(({ status }) => status === 'rejected')).toEqual([])

    const began = performance.now()
    let refusedWithin = 0
    const many = await Promise.allSettled(
      Array.from({ length: 400 }, () =>
        ask().catch((error: unknown) => {
          refusedWithin = Math.max(refusedWithin, performance.now() - began)
          throw error
        }),
      ),
    )
    const refused = many.filter((result) => result.status === 'rejected')
    expect(refused.length).toBeGreaterThan(200)
    expect(refused.length).toBeLessThan(400)
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 503 })
    // The refused calls fail before the accepted calls finish.
    expect(refusedWithin).toBeLessThan(performance.now() - began)
    expect(narrow.pool.waitingCount).toBe(0)
    await ask()
    await narrow.close()
  })
})

describe('an unavailable server', () => {
  it('causes 503 while it is down, and no error afterwards', async () => {
    await db.run(add('green'))
    await cluster.stop()
    expect(await failureOf(names())).toMatchObject({ status: 503, code: 'database.unavailable', retryAfter: 2 })
    expect(await failureOf(inTransaction(db, (tx) => tx.run(add('black'))))).toMatchObject({ status: 503 })

    await cluster.start()
    expect(await names()).toEqual(['green'])
  })

  it('causes 503 within the timeout while it is frozen, and leaks no connection', async () => {
    const hasty = connectHasty()
    const ask = () => names(hasty)
    await Promise.all(Array.from({ length: 4 }, ask))
    const unfreeze = cluster.freeze()
    try {
      const asked = [
        ...Array.from({ length: 8 }, ask),
        inTransaction(hasty, async (tx) => {
          await tx.run(add('frozen'))
        }),
      ]
      for (const one of asked) expect(await failureOf(one)).toMatchObject({ status: 503, code: 'database.unavailable' })
    } finally {
      unfreeze()
    }
    await expect.poll(() => Promise.all(Array.from({ length: 8 }, ask))).toEqual(Array.from({ length: 8 }, () => []))
    await expect.poll(() => hasty.pool.totalCount - hasty.pool.idleCount).toBe(0)
    await hasty.close()
  })

  it('rolls back open transactions completely', async () => {
    let go = () => {}
    const stopped = new Promise<void>((resolve) => {
      go = resolve
    })
    const cut = Array.from({ length: 3 }, (_, index) =>
      inTransaction(db, async (tx) => {
        await tx.run(add(`cut-${index}`))
        await stopped
        await tx.run(add(`late-${index}`))
      }),
    )
    const ends = Promise.all(cut.map(failureOf))
    await expect.poll(() => db.pool.totalCount - db.pool.idleCount).toBe(3)
    await cluster.stop()
    go()
    for (const end of await ends) expect(end).toMatchObject({ status: 503 })

    await cluster.start()
    expect(await names()).toEqual([])
    expect(db.pool.idleCount).toBe(db.pool.totalCount)
  })
})
