import { ObjectsEnvironment } from '@griot/service-kit/config'
import { createDiskStore } from '@griot/service-kit/objects/disk-store'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { openStore } from '@griot/service-kit/objects/open-store'
import { SetupError } from '../common/setup-error.ts'
import { startPostgres } from '../postgres/launcher.ts'
import { readConfig, type StartConfig } from '../start/config.ts'

/** Everything of an installation that has to be kept: what the same environment gives to `npm start`. */
export interface Place {
  config: StartConfig
  /** An administrator's address of the server, and the database on it. */
  adminUrl: string
  database: string
  /** The administrator on that database. */
  databaseUrl: string
  objects: ObjectStore
  /** Where the module registry is: in the bucket, if there is one. */
  modules: ObjectStore
  close(): Promise<void>
}

export const openPlace = async (say: (line: string) => void): Promise<Place> => {
  const config = readConfig()
  const apart = Object.keys(process.env).filter((name) => /^DATABASE_URL_\w+/.test(name) && process.env[name])
  if (apart.length > 0) {
    throw new SetupError(
      `${apart.join(', ')}: databases apart cannot be copied as of one moment by this command; use your provider’s backups.`,
    )
  }
  const environment = ObjectsEnvironment.parse(
    Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== '')),
  )
  const objects = openStore({ ...environment, OBJECTS_DIR: config.objectsDir })
  const modules = environment.S3_ENDPOINT === undefined ? createDiskStore(config.modulesDir) : objects
  await objects.ready()
  await modules.ready()

  const server =
    config.databaseUrl === undefined ? await startPostgres({ dataDir: config.dataDir, log: say }) : undefined
  const adminUrl = config.databaseUrl ?? server?.adminUrl ?? ''
  const named =
    config.databaseUrl === undefined ? '' : decodeURIComponent(new URL(config.databaseUrl).pathname.slice(1))
  const database = named || 'griot'
  const databaseUrl = new URL(adminUrl)
  databaseUrl.pathname = `/${encodeURIComponent(database)}`
  return {
    config,
    adminUrl,
    database,
    databaseUrl: databaseUrl.href,
    objects,
    modules,
    // A server that was running before us goes on.
    close: async () => (server?.adopted ? undefined : server?.stop()),
  }
}
