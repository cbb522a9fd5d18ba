import { ObjectsEnvironment, whatIsSet } from '@griot/service-kit/config'
import { createDiskStore } from '@griot/service-kit/objects/disk-store'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { openStore } from '@griot/service-kit/objects/open-store'
import { startPostgres } from '../postgres/launcher.ts'
import { migrator, type Role, type Service, services } from '../postgres/role-names.ts'
import { readConfig } from '../start/config.ts'
import { databaseIn, type OwnDatabases } from '../start/databases.ts'
import { readMigrateConfig } from '../start/migrate-config.ts'
import { loadSecrets } from '../start/secrets.ts'

/** A database, and the services that have their tables in it. */
export interface DatabasePlace {
  /** An administrator's address of the server. */
  adminUrl: string
  database: string
  /** The administrator on that database. */
  url: string
  schemas: readonly Service[]
}

/** Everything of an installation that has to be kept: what the same environment gives to `npm start`. */
export interface Place {
  /** The one that services share, and those that services have for themselves. */
  databases: readonly DatabasePlace[]
  redisUrl: string | undefined
  passwords(): Readonly<Record<Role, string>>
  objects: ObjectStore
  /** Where the module registry is: in the bucket, if there is one. */
  modules: ObjectStore
  close(): Promise<void>
}

/** Every database once, the shared one first. */
export const databasesOf = (adminUrl: string, database: string, own: OwnDatabases): DatabasePlace[] => {
  const placeAt = (address: string, name: string) => {
    const url = Object.assign(new URL(address), { pathname: `/${encodeURIComponent(name)}` }).href
    return { adminUrl: address, database: name, url }
  }
  const shared = placeAt(adminUrl, database)
  const placeOf = (service: keyof OwnDatabases) => {
    const url = own[service]
    return url === undefined ? shared : placeAt(url, databaseIn(url))
  }
  const places = new Map([[shared.url, { ...shared, schemas: [] as Service[] }]])
  for (const service of services) {
    const place = placeOf(service)
    const known = places.get(place.url)
    if (known === undefined) places.set(place.url, { ...place, schemas: [service] })
    else known.schemas.push(service)
  }
  return [...places.values()]
}

/** Where the tables are: on the embedded server, started for it unless it runs, or on those that the environment names. */
export const openDatabases = async (say: (line: string) => void) => {
  const config = readConfig()
  const server =
    config.databaseUrl === undefined ? await startPostgres({ dataDir: config.dataDir, log: say }) : undefined
  const adminUrl = config.databaseUrl ?? server?.adminUrl ?? ''
  const database = config.databaseUrl === undefined ? 'griot' : databaseIn(config.databaseUrl)
  return {
    databases: databasesOf(adminUrl, database, config.ownDatabases),
    // Those of a deployment of many machines, which its processes are told; else those of this folder.
    passwords: (): Readonly<Record<Role, string>> =>
      process.env.DATABASE_PASSWORD_MIGRATOR ? readMigrateConfig().passwords : loadSecrets(config.dataDir).database,
    // A server that was running before us goes on.
    close: async () => (server?.adopted ? undefined : server?.stop()),
  }
}

/** The address of a database for the role that owns its tables. */
export const ownerOf = ({ url }: DatabasePlace, password: string): string =>
  Object.assign(new URL(url), { username: migrator, password: encodeURIComponent(password) }).href

export const openPlace = async (say: (line: string) => void): Promise<Place> => {
  const config = readConfig()
  const environment = ObjectsEnvironment.parse(whatIsSet(process.env))
  const objects = openStore({ ...environment, OBJECTS_DIR: config.objectsDir })
  const modules = environment.S3_ENDPOINT === undefined ? createDiskStore(config.modulesDir) : objects
  await objects.ready()
  await modules.ready()

  const databases = await openDatabases(say)
  return { ...databases, redisUrl: config.redisUrl, objects, modules }
}
