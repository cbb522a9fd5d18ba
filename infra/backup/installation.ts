import { definedVariables, ObjectsEnvironment } from '@griot/service-kit/config'
import { createDiskStore } from '@griot/service-kit/objects/disk-store'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { openStore } from '@griot/service-kit/objects/open-store'
import { startPostgres } from '../postgres/launcher.ts'
import { type Role, type Service, services } from '../postgres/role-names.ts'
import { readConfig } from '../start/config.ts'
import { databaseIn, type OwnDatabases } from '../start/databases.ts'
import { readMigrateConfig } from '../start/migrate-config.ts'
import { loadSecrets } from '../start/secrets.ts'

/** A database and the services whose tables it contains. */
export interface DatabaseTarget {
  /** The URL of an administrator of the server. */
  adminUrl: string
  database: string
  /** The URL of the administrator for this database. */
  url: string
  schemas: Service[]
}

/** The data of the installation that `npm start` would run with the same environment. */
export interface Installation {
  /** The shared database and those of single services. */
  databases: readonly DatabaseTarget[]
  redisUrl: string | undefined
  passwords(): Readonly<Record<Role, string>>
  objects: ObjectStore
  /** The module registry: in the bucket if S3 is configured. */
  modules: ObjectStore
  close(): Promise<void>
}

/** Each database once, the shared one first. */
export const databasesOf = (adminUrl: string, database: string, own: OwnDatabases): DatabaseTarget[] => {
  const targets = new Map<string, DatabaseTarget>()
  const targetAt = (address: string, name: string) => {
    const url = Object.assign(new URL(address), { pathname: `/${encodeURIComponent(name)}` }).href
    const target = targets.get(url) ?? { adminUrl: address, database: name, url, schemas: [] }
    targets.set(url, target)
    return target
  }
  const shared = targetAt(adminUrl, database)
  for (const service of services) {
    const address = own[service]
    const target = address === undefined ? shared : targetAt(address, databaseIn(address))
    target.schemas.push(service)
  }
  return [...targets.values()]
}

/** Opens the databases on the configured servers, or on the embedded one, which is started if it does not run. */
export const openInstallation = async (print: (line: string) => void): Promise<Installation> => {
  const { databaseUrl, dataDir, ownDatabases, redisUrl, ...config } = readConfig()
  const environment = ObjectsEnvironment.parse(definedVariables(process.env))
  const objects = openStore({ ...environment, OBJECTS_DIR: config.objectsDir })
  const modules = config.hasBucket ? objects : createDiskStore(config.modulesDir)
  await objects.ready()
  await modules.ready()

  const server = databaseUrl === undefined ? await startPostgres({ dataDir, log: print }) : undefined
  const adminUrl = databaseUrl ?? server?.adminUrl ?? ''
  return {
    databases: databasesOf(adminUrl, databaseUrl === undefined ? 'griot' : databaseIn(databaseUrl), ownDatabases),
    redisUrl,
    // The passwords of a deployment come from the environment, those of `npm start` from the data folder.
    passwords: () =>
      process.env.DATABASE_PASSWORD_MIGRATOR ? readMigrateConfig().passwords : loadSecrets(dataDir).database,
    objects,
    modules,
    // A server that already ran keeps running.
    close: async () => (server?.adopted ? undefined : server?.stop()),
  }
}
