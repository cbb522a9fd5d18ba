// Uses a Redis or a PostgreSQL from another process, because Node reads the trusted certificate authorities only at its
// start. Sends 'half' after half of its work and waits for a message before it continues.
import { once } from 'node:events'
import { connect, inTransaction, sql } from '@griot/service-kit/db/db'
import { AppError } from '@griot/service-kit/http/errors'
import { createLog } from '@griot/service-kit/log/log'
import { createQueueing } from '@griot/service-kit/queue/queue'
import { JOBS, retryUntilSuccess, runJobs } from './run-jobs.ts'

const log = createLog('drill', 'silent')
const { REDIS_URL, DATABASE_URL } = process.env

const pauseAtHalf = async () => {
  const resumed = once(process, 'message')
  process.send?.('half')
  await resumed
}

const useRedis = async (redisUrl: string) => {
  const queueing = createQueueing({ databaseUrl: 'postgres://nowhere', redisUrl, log })
  await runJobs(queueing, pauseAtHalf)
  await queueing.close()
}

/** Inserts a row per number, alternately with single statements and transactions. Returns the errors that occurred. */
const usePostgres = async (url: string) => {
  const db = connect({ url, log, max: 2 })
  const errors = new Set<string>()
  const write = async (number: number) => {
    const row = sql`insert into drill values (${number}) on conflict do nothing`
    try {
      await (number % 2 === 0 ? db.run(row) : inTransaction(db, (tx) => tx.run(row)))
    } catch (error) {
      errors.add(error instanceof AppError ? `${error.status} ${error.code}` : String(error))
      if (/read-only/.test(String((error as Error).cause))) process.send?.('read-only')
      throw error
    }
  }
  for (let number = 0; number < JOBS; number++) {
    if (number === JOBS / 2) await pauseAtHalf()
    await retryUntilSuccess(() => write(number))
  }
  await db.close()
  return [...errors]
}

const result = REDIS_URL === undefined ? await usePostgres(DATABASE_URL ?? '') : await useRedis(REDIS_URL)
process.send?.({ result }, () => process.exit(0))
