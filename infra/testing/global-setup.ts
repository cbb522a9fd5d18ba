import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {} from '@griot/service-kit/testing/database'
import { startPooler } from '@griot/service-kit/testing/pooler'
import { runMigrations } from 'bullmq'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../postgres/launcher.ts'
import { bootstrapRoles, roles } from '../postgres/roles.ts'

const EMPTY_DATABASE = 'griot_empty'

/** One throw-away PostgreSQL for the whole test run; test files copy their databases from it. */
export default async (project: TestProject) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'griot-test-postgres-'))
  const server = await startPostgres({ dataDir, durable: false, settings: { max_connections: 300 } })
  const passwords = Object.fromEntries(roles.map((role) => [role, randomBytes(16).toString('hex')])) as Record<
    (typeof roles)[number],
    string
  >
  const urls = await bootstrapRoles({ adminUrl: server.adminUrl, database: EMPTY_DATABASE, passwords })
  const client = new pg.Client({ connectionString: urls.griot_migrator })
  await client.connect()
  await runMigrations(client)
  await client.end()

  // `npm run test:pooler`: the same tests, with a PgBouncer between the services and their database.
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
