import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'

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
  for (const step of steps) {
    await runner({
      ...step,
      databaseUrl: url,
      schema,
      direction: 'up',
      checkOrder: true,
      // Else the second of two copies that start at once fails.
      advisoryLockMode: 'wait',
      log: () => {},
    })
  }
}
