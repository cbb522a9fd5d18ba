import { rm } from 'node:fs/promises'
import type {} from '@griot/service-kit/testing/database'
import { startPooler } from '@griot/service-kit/testing/pooler'
import { runMigrations } from 'bullmq'
import type { TestProject } from 'vitest/node'
import { withClient } from '../common/with-client.ts'
import { startPostgres } from '../postgres/launcher.ts'
import { bootstrapRoles } from '../postgres/roles.ts'
import { createDataFolder } from './data-folder.ts'
import { randomPasswords } from './prepare-database.ts'

const EMPTY_DATABASE = 'griot_empty'

/** Hundreds of databases live for seconds: vacuum, checkpoints and slow password hashes only cost time. */
const SETTINGS = {
  max_connections: 300,
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '1GB',
  wal_level: 'minimal',
  max_wal_senders: 0,
  scram_iterations: 1,
}

/** Starts one temporary PostgreSQL for the test run. Test files copy their databases from it. */
export default async (project: TestProject) => {
  const dataDir = await createDataFolder('griot-test-postgres-')
  const server = await startPostgres({ dataDir, durable: false, settings: SETTINGS })
  const passwords = randomPasswords()
  const urls = await bootstrapRoles({ adminUrl: server.adminUrl, database: EMPTY_DATABASE, passwords })
  await withClient(urls.griot_migrator, runMigrations)

  // `npm run test:pooler` runs the tests with PgBouncer between the services and PostgreSQL.
  const isPooled = process.env.THROUGH_POOLER === '1'
  const pooler = isPooled ? await startPooler({ port: server.port, passwords, size: 5 }) : undefined

  const provided = { adminUrl: server.adminUrl, emptyDatabase: EMPTY_DATABASE, passwords }
  project.provide('postgres', { ...provided, ...(pooler && { poolerPort: pooler.port }) })

  return async () => {
    await pooler?.stop()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
