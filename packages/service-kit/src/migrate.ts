import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import pg from 'pg'

export interface Migration {
  /** A role that owns the schema. */
  url: string
  schema: string
  /** Folder of numbered SQL files, never edited once merged. */
  dir: string
}

const SHARED = fileURLToPath(new URL('../migrations', import.meta.url))

/**
 * Brings a service's schema up to date: first the tables every service has (outbox and inbox), then its own. One
 * transaction a file, under a lock, so that many copies may start at once.
 */
export const migrate = async ({ url, schema, dir }: Migration, sharedDir = SHARED) => {
  const steps = [
    { dir: sharedDir, migrationsTable: 'shared_migration' },
    { dir, migrationsTable: 'migration' },
  ]
  const client = new pg.Client({ connectionString: url })
  // A server that goes away fails the statement; without a listener it would also end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    for (const step of steps) {
      await runner({
        ...step,
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
