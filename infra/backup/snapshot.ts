import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { SetupError } from '../common/setup-error.ts'
import { connect } from '../common/with-client.ts'
import type { DatabaseTarget } from './installation.ts'
import { nameOf, tablesOf } from './tables.ts'

export interface Snapshot {
  /** A client in a transaction that reads the snapshot. */
  client: pg.Client
  schemas: readonly string[]
  takenAt: string
}

// Shorter than the lock timeout of services, and longer than autovacuum needs to release its lock.
const LOCK_TIMEOUT_MS = 2_000
const RETRY_DELAY_MS = 500
const ATTEMPTS = 20

/** Locks all tables against writes. Returns false if running writes take too long. */
const lockWrites = async (client: pg.Client, schemas: readonly string[]) => {
  const names = (await tablesOf(client, schemas)).map(nameOf)
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

/** Runs `work` while no database accepts writes. Writes wait during this short time. */
const withoutWrites = async <Result>(databases: readonly DatabaseTarget[], work: () => Promise<Result>) => {
  const lockers = await Promise.all(databases.map(({ url }) => connect(url)))
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const locked = await Promise.all(lockers.map((locker, at) => lockWrites(locker, databases[at]?.schemas ?? [])))
      // A transaction could wait for one of our locks while we wait for its lock: release all and retry.
      if (locked.every((isLocked) => isLocked)) return await work()
      await Promise.all(lockers.map((locker) => locker.query('rollback')))
      await delay(RETRY_DELAY_MS)
    }
    throw new SetupError('Long transactions prevent a consistent snapshot of all databases: try again later.')
  } finally {
    // Closing the connections releases the locks.
    await Promise.all(lockers.map((locker) => locker.end()))
  }
}

/** Runs `work` with a consistent snapshot of all databases, also across servers. */
export const atSnapshot = async <Result>(
  databases: readonly DatabaseTarget[],
  work: (snapshots: readonly Snapshot[]) => Promise<Result>,
): Promise<Result> => {
  const used = databases.filter(({ schemas }) => schemas.length > 0)
  const clients = await Promise.all(used.map(({ url }) => connect(url)))
  const openSnapshots = () =>
    Promise.all(
      clients.map(async (client, at): Promise<Snapshot> => {
        await client.query('begin isolation level repeatable read read only')
        // This transaction is idle while the other databases are copied.
        await client.query('set local idle_in_transaction_session_timeout = 0')
        // The first statement of the transaction takes the snapshot.
        const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
        return { client, schemas: used[at]?.schemas ?? [], takenAt: rows[0]?.now.toISOString() ?? '' }
      }),
    )
  try {
    return await work(used.length === 1 ? await openSnapshots() : await withoutWrites(used, openSnapshots))
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}
