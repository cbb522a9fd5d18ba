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
}

const SHARED = fileURLToPath(new URL('../migrations', import.meta.url))

/**
 * Brings a service's schema up to date: first the tables every service has (outbox and inbox), then its own. One
 * transaction a file, under a lock, so that many copies may start at once.
 */
export const migrate = async ({ url, schema, dir, upTo }: Migration, sharedDir = SHARED) => {
  const steps = [
    { dir: sharedDir, migrationsTable: 'shared_migration', upTo: upTo?.shared },
    { dir, migrationsTable: 'migration', upTo: upTo?.own },
  ]
  const client = new pg.Client({ connectionString: url })
  // A server that goes away fails the statement; without a listener it would also end the process.
  client.on('error', () => {})
  await client.connect()
  try {
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
