// Works at a Redis or a PostgreSQL, in a process of its own: whom it trusts Node reads only when it starts. Half-way it
// says so, and goes on when it is told to.

import { once } from 'node:events'
import { connect, inTransaction, sql } from '@griot/service-kit/db'
import { AppError } from '@griot/service-kit/errors'
import { createLog } from '@griot/service-kit/log'
import { createQueueing } from '@griot/service-kit/queue'
import { insist, JOBS, workThrough } from './work-through.ts'

const log = createLog('guest', 'silent')
const { REDIS_URL, DATABASE_URL } = process.env

const half = async () => {
  const told = once(process, 'message')
  process.send?.('half')
  await told
}

const atRedis = async (redisUrl: string) => {
  const queueing = createQueueing({ databaseUrl: 'postgres://nowhere', redisUrl, log })
  await workThrough(queueing, half)
  await queueing.close()
}

/** A row for each of the numbers, by single statements and by transactions; answers how it was refused meanwhile. */
const atPostgres = async (url: string) => {
  const db = connect({ url, log, max: 2 })
  const refusals = new Set<string>()
  const write = async (number: number) => {
    const row = sql`insert into drill values (${number}) on conflict do nothing`
    try {
      await (number % 2 === 0 ? db.run(row) : inTransaction(db, (tx) => tx.run(row)))
    } catch (error) {
      refusals.add(error instanceof AppError ? `${error.status} ${error.code}` : String(error))
      if (/read-only/.test(String((error as Error).cause))) process.send?.('read-only')
      throw error
    }
  }
  for (let number = 0; number < JOBS; number++) {
    if (number === JOBS / 2) await half()
    await insist(() => write(number))
  }
  await db.close()
  return [...refusals]
}

const answer = REDIS_URL === undefined ? await atPostgres(DATABASE_URL ?? '') : await atRedis(REDIS_URL)
process.send?.({ answer }, () => process.exit(0))
