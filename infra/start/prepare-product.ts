import { join } from 'node:path'
import { readPointer } from '@griot/module-registry/pointer'
import { notShown, publishModule } from '@griot/module-registry/publish'
import { openRegistryStore } from '@griot/module-registry/registry-store'
import { definedVariables, ObjectsEnvironment } from '@griot/service-kit/config'
import { migrate } from '@griot/service-kit/db/migrate'
import { AppError, unavailable } from '@griot/service-kit/http/errors'
import { openStore } from '@griot/service-kit/objects/open-store'
import { runMigrations } from 'bullmq'
import { pageTargets } from '../build/targets.ts'
import { withClient } from '../common/with-client.ts'
import { type Role, type Service, services } from '../postgres/role-names.ts'
import { root } from './config.ts'
import { bootstrapDatabases, type Places } from './databases.ts'

export interface Preparation extends Places {
  /** False if the queue is in Redis. */
  queueOnPostgres: boolean
  modulesDir: string
}

export const migrationsOf = (service: Service) =>
  join(root, service === 'gateway' ? service : `services/${service.replace('_', '-')}`, 'migrations')

/** Migrations that run in the schema of every service. */
export const sharedMigrations = join(root, 'packages', 'service-kit', 'migrations')

/** The module registry that the gateway uses: in the bucket if S3 is configured, else in the folder. */
export const openRegistry = async (modulesDir: string) => {
  const environment = ObjectsEnvironment.parse(definedVariables(process.env))
  if (environment.S3_ENDPOINT === undefined) return openRegistryStore(modulesDir)
  const bucket = openStore(environment)
  await bucket.ready().catch((cause: unknown) => {
    throw unavailable('storage', cause)
  })
  return openRegistryStore(modulesDir, bucket)
}

/** If the bucket is unavailable, the current versions stay in use from the local cache, and the next start publishes. */
const publishModules = async (modulesDir: string, print: (line: string) => void) => {
  try {
    const store = await openRegistry(modulesDir)
    for (const { name } of pageTargets()) await publishModule({ dist: join(root, name, 'dist'), store })
    const { frozen } = await readPointer(store)
    if (frozen !== null) print(`The modules are frozen (${frozen}): no new version is published.`)
    for (const { module, version, says } of await notShown(store)) {
      print(`The module ${module} ${version} is not shown to users: ${says}`)
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 503) throw error
    print('The storage of the modules is unavailable: no new version is published.')
  }
}

/**
 * Creates or migrates roles, schemas, tables and the queue, and publishes the built modules. Returns the URL of each role.
 * Can be repeated and run concurrently.
 */
export const prepareProduct = async (
  given: Preparation,
  print: (line: string) => void,
): Promise<Record<Role, string>> => {
  const places = await bootstrapDatabases(given)
  const urls = { ...places.shared }
  if (given.queueOnPostgres) await withClient(urls.griot_migrator, runMigrations)
  for (const schema of services) {
    const url = places[schema].griot_migrator
    await migrate({ url, schema, dir: migrationsOf(schema) }, sharedMigrations)
    urls[schema] = places[schema][schema]
  }
  await publishModules(given.modulesDir, print)
  return urls
}
