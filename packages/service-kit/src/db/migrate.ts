import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import pg from 'pg'

export interface Migration {
  /** Of a role that owns the schema. */
  url: string
  schema: string
  /** Folder of numbered SQL files. The statements of a released file never change. */
  dir: string
  /** Stops after so many shared and own migrations; for tests of a migration. */
  upTo?: { shared: number; own: number }
  retry?: { lockTimeoutMs: number; pauseMs: number }
}

const SHARED = fileURLToPath(new URL('../../migrations', import.meta.url))

/** Any number, the same in every instance. */
const ADVISORY_LOCK = 7_250_302
// Queries queue behind a migration that waits for a table lock, so it stops waiting soon and retries later.
const RETRY = { lockTimeoutMs: 2_000, pauseMs: 1_000 }
const ATTEMPTS = 10

const isLockTimeout = (error: unknown) => error instanceof pg.DatabaseError && error.code === '55P03'

/**
 * Applies the missing migrations of a service: first the shared ones (outbox and inbox), then its own. Each file is one
 * transaction. Any number of instances may start at once. Retries while other transactions hold a table.
 */
export const migrate = async ({ retry = RETRY, ...migration }: Migration, sharedDir = SHARED) => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateOnce(migration, sharedDir, retry.lockTimeoutMs)
    } catch (error) {
      if (attempt === ATTEMPTS || !isLockTimeout(error)) throw error
      await delay(retry.pauseMs)
    }
  }
}

const migrateOnce = async ({ url, schema, dir, upTo }: Migration, sharedDir: string, lockTimeoutMs: number) => {
  const steps = [
    { dir: sharedDir, migrationsTable: 'shared_migration', upTo: upTo?.shared },
    { dir, migrationsTable: 'migration', upTo: upTo?.own },
  ]
  const client = new pg.Client({ connectionString: url })
  // Without a listener, a lost connection would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    // Held until the connection ends.
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK])
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    for (const { upTo: wanted, ...step } of steps) {
      const done = wanted === undefined ? 0 : await countDone(client, schema, step.migrationsTable)
      const count = (wanted ?? Number.POSITIVE_INFINITY) - done
      if (count <= 0) continue
      await runner({
        ...step,
        count,
        dbClient: client,
        schema,
        direction: 'up',
        checkOrder: true,
        // By default the second of two instances fails.
        advisoryLockMode: 'wait',
        log: () => {},
      })
    }
  } finally {
    await client.end()
  }
}

const countDone = async (client: pg.Client, schema: string, table: string) => {
  const name = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`
  const { rows } = await client.query<{ found: string | null }>('select to_regclass($1) as found', [name])
  if (rows[0]?.found === null) return 0
  const counted = await client.query<{ count: string }>(`select count(*) from ${name}`)
  return Number(counted.rows[0]?.count ?? 0)
}
