import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { SetupError } from '../common/setup-error.ts'
import type { DatabasePlace } from './place.ts'
import { tablesOf } from './tables.ts'

export interface Snapshot {
  /** In a transaction that sees its database as it was at that moment. */
  client: pg.Client
  schemas: readonly string[]
  takenAt: string
}

// Less than services wait for a table, and more than it takes until an automatic clean-up gives way.
const LOCK_TIMEOUT_MS = 2_000
const PAUSE_MS = 500
const TRIES = 20

const connect = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  // A server that goes away fails the statement; without a listener it would also end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Holds off whoever wants to write, once those who are at it have ended; false if that takes too long. */
const holdOff = async (client: pg.Client, schemas: readonly string[]) => {
  const names = (await tablesOf(client, schemas)).map(
    ({ schema, table }) => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`,
  )
  await client.query('begin')
  if (names.length === 0) return true
  await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
  try {
    await client.query(`lock table ${names.join(', ')} in share mode`)
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && /^(55P03|40P01)$/.test(error.code ?? '')) return false
    throw error
  }
}

/** While nobody writes in any of these databases, which is for a moment: those who want to wait for so long. */
const whileNobodyWrites = async <Result>(databases: readonly DatabasePlace[], work: () => Promise<Result>) => {
  const holders = await Promise.all(databases.map(({ url }) => connect(url)))
  try {
    for (let left = TRIES; left > 0; left--) {
      const held = await Promise.all(holders.map((holder, at) => holdOff(holder, databases[at]?.schemas ?? [])))
      // Somebody may hold one of them for as long as they wait for us in another: so we give way, and come again.
      if (held.every((isHeld) => isHeld)) return await work()
      await Promise.all(holders.map((holder) => holder.query('rollback')))
      await delay(PAUSE_MS)
    }
    throw new SetupError('There was no moment without a long transaction in one of the databases: try again later.')
  } finally {
    // Their locks go with them.
    await Promise.all(holders.map((holder) => holder.end()))
  }
}

/** Has `work` see all of these databases as they are at one moment, also those of different servers. */
export const atOneMoment = async <Result>(
  databases: readonly DatabasePlace[],
  work: (snapshots: readonly Snapshot[]) => Promise<Result>,
): Promise<Result> => {
  const used = databases.filter(({ schemas }) => schemas.length > 0)
  const clients = await Promise.all(used.map(({ url }) => connect(url)))
  const look = () =>
    Promise.all(
      clients.map(async (client, at): Promise<Snapshot> => {
        await client.query('begin isolation level repeatable read read only')
        // The others are copied first.
        await client.query('set local idle_in_transaction_session_timeout = 0')
        // The transaction sees what its first statement sees.
        const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
        return { client, schemas: used[at]?.schemas ?? [], takenAt: rows[0]?.now.toISOString() ?? '' }
      }),
    )
  try {
    return await work(used.length === 1 ? await look() : await whileNobodyWrites(used, look))
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}
