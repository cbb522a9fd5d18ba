import { join } from 'node:path'
import { readPointer } from '@griot/module-registry/pointer'
import { notShown, publishModule } from '@griot/module-registry/publish'
import { AppError } from '@griot/service-kit/errors'
import { migrate } from '@griot/service-kit/migrate'
import { runMigrations } from 'bullmq'
import pg from 'pg'
import { pageTargets } from '../build/targets.ts'
import { type Role, services } from '../postgres/role-names.ts'
import { root } from './config.ts'
import { bootstrapDatabases, type Places } from './databases.ts'
import { migrationsOf, sharedMigrations } from './migrations.ts'
import { openRegistry } from './registry.ts'

export interface Preparation extends Places {
  /** False when Redis keeps the queue. */
  queueOnPostgres: boolean
  modulesDir: string
}

const migrateQueue = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await runMigrations(client)
  } finally {
    await client.end()
  }
}

/** What went wrong, in one sentence. */
export const reasonOf = (error: unknown): string => {
  // Trying IPv6 and IPv4 in vain gives one error of two, with no text of its own.
  const reason = error instanceof AggregateError ? error.errors[0] : error
  return reason instanceof Error ? reason.message : String(reason)
}

/** While the bucket is away what stood goes on, from this machine's copies; the next start publishes. */
const publishModules = async (modulesDir: string, say: (line: string) => void) => {
  try {
    const store = await openRegistry(modulesDir)
    for (const { workspace } of pageTargets()) await publishModule({ dist: join(root, workspace, 'dist'), store })
    const { frozen } = await readPointer(store, 'prod')
    if (frozen !== null) say(`The modules are frozen (${frozen}): no new version of any is published.`)
    for (const { module, version, says } of await notShown(store)) {
      say(`The module ${module} ${version} is not shown to people: ${says}`)
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 503) throw error
    say('The modules’ storage does not answer: no new version is published.')
  }
}

/**
 * Brings the database up to date (roles, schemas, tables, the queue's own) and publishes the modules that were built.
 * Answers every role's address. Doing it again, or by several at once, is doing it once.
 */
export const prepareProduct = async (
  given: Preparation,
  say: (line: string) => void,
): Promise<Record<Role, string>> => {
  const places = await bootstrapDatabases(given)
  if (given.queueOnPostgres) await migrateQueue(places.shared.griot_migrator)
  for (const schema of services) {
    const url = places[schema].griot_migrator
    await migrate({ url, schema, dir: migrationsOf(schema) }, sharedMigrations)
  }
  await publishModules(given.modulesDir, say)
  return {
    griot_migrator: places.shared.griot_migrator,
    gateway: places.gateway.gateway,
    catalog: places.catalog.catalog,
    listening_points: places.listening_points.listening_points,
    media: places.media.media,
  }
}
