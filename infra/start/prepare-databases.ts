import { join } from 'node:path'
import { migrate } from '@griot/service-kit/db/migrate'
import { runMigrations } from 'bullmq'
import { withClient } from '../common/with-client.ts'
import { type Role, type Service, services } from '../postgres/role-names.ts'
import { root } from './config.ts'
import { bootstrapDatabases, type Places } from './databases.ts'

export interface Preparation extends Places {
  /** False if the queue is in Redis. */
  queueOnPostgres: boolean
}

export const migrationsOf = (service: Service) =>
  join(root, service === 'gateway' ? service : `services/${service.replaceAll('_', '-')}`, 'migrations')

/** Migrations that run in the schema of every service. */
export const sharedMigrations = join(root, 'packages', 'service-kit', 'migrations')

/**
 * Creates or migrates roles, schemas, tables and the queue. Returns the URL of each role. Can be repeated and run concurrently.
 */
export const prepareDatabases = async (given: Preparation): Promise<Record<Role, string>> => {
  const places = await bootstrapDatabases(given)
  const urls = { ...places.shared }
  if (given.queueOnPostgres) await withClient(urls.griot_migrator, runMigrations)
  for (const schema of services) {
    const url = places[schema].griot_migrator
    await migrate({ url, schema, dir: migrationsOf(schema) }, sharedMigrations)
    urls[schema] = places[schema][schema]
  }
  return urls
}
