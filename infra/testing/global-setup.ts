import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {} from '@griot/service-kit/testing/database'
import { startPooler } from '@griot/service-kit/testing/pooler'
import { runMigrations } from 'bullmq'
import type { TestProject } from 'vitest/node'
import { withClient } from '../common/with-client.ts'
import { startPostgres } from '../postgres/launcher.ts'
import { bootstrapRoles } from '../postgres/roles.ts'
import { randomPasswords } from './prepare-database.ts'

const EMPTY_DATABASE = 'griot_empty'

/** Starts one temporary PostgreSQL for the test run. Test files copy their databases from it. */
export default async (project: TestProject) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'griot-test-postgres-'))
  const server = await startPostgres({ dataDir, durable: false, settings: { max_connections: 300 } })
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
