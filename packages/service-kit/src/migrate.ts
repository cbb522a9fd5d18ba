import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import pg from 'pg'

export interface Migration {
  /** A role that owns the schema. */
  url: string
  schema: string
  /** Folder of numbered SQL files, never edited once merged. */
  dir: string
  /** How far to go: so many of the shared migrations and of its own will have run; all of them when left out. */
  upTo?: { shared: number; own: number }
  /** How long a table that others hold is waited for at a time, and how long until the next time. */
  patience?: { lockTimeoutMs: number; pauseMs: number }
}

const SHARED = fileURLToPath(new URL('../migrations', import.meta.url))

// Any number will do, as long as every copy takes the same.
const ONE_AT_A_TIME = 7_250_302
// Whatever a change waits for, everybody after it waits for the change; so it gives way, and comes again.
const PATIENCE = { lockTimeoutMs: 2_000, pauseMs: 1_000 }
const TRIES = 10

const isLockTimeout = (error: unknown) => error instanceof pg.DatabaseError && error.code === '55P03'

/** Until the tables are free for a moment. A file is a transaction, so one that failed has changed nothing. */
const insistently = async (work: () => Promise<void>, patience: typeof PATIENCE) => {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left === 0 || !isLockTimeout(error)) throw error
      await delay(patience.pauseMs)
    }
  }
}

/**
 * Brings a service's schema up to date: first the tables every service has (outbox and inbox), then its own. One
 * transaction a file, under a lock, so that many copies may start at once. A table that others hold is not waited for
 * longer than a moment at a time: behind a waiting change everybody else would stand still.
 */
export const migrate = (given: Migration, sharedDir = SHARED) => {
  const patience = given.patience ?? PATIENCE
  return insistently(() => migrateOnce({ ...given, patience }, sharedDir), patience)
}

const migrateOnce = async (
  { url, schema, dir, upTo, patience }: Migration & { patience: typeof PATIENCE },
  sharedDir: string,
) => {
  const steps = [
    { dir: sharedDir, migrationsTable: 'shared_migration', upTo: upTo?.shared },
    { dir, migrationsTable: 'migration', upTo: upTo?.own },
  ]
  const client = new pg.Client({ connectionString: url })
  // A server that goes away fails the statement; without a listener it would also end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    // Held until the connection ends.
    await client.query('select pg_advisory_lock($1)', [ONE_AT_A_TIME])
    await client.query(`set lock_timeout = ${patience.lockTimeoutMs}`)
    for (const { upTo: wanted, ...step } of steps) {
      const count =
        wanted === undefined
          ? Number.POSITIVE_INFINITY
          : wanted - (await countRun(client, schema, step.migrationsTable))
      if (count <= 0) continue
      await runner({
        ...step,
        count,
        dbClient: client,
        schema,
        direction: 'up',
        checkOrder: true,
        // Else the second of two copies that start at once fails.
        advisoryLockMode: 'wait',
        log: () => {},
      })
    }
  } finally {
    await client.end()
  }
}

const countRun = async (client: pg.Client, schema: string, table: string) => {
  const name = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`
  const { rows } = await client.query<{ found: string | null }>('select to_regclass($1) as found', [name])
  if (rows[0]?.found === null) return 0
  const counted = await client.query<{ count: string }>(`select count(*) from ${name}`)
  return Number(counted.rows[0]?.count ?? 0)
}
