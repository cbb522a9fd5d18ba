import { join } from 'node:path'
import { migrate } from '@griot/service-kit/migrate'
import pg from 'pg'
import { SetupError } from '../common/setup-error.ts'
import { services } from '../postgres/role-names.ts'
import { bootstrapRoles } from '../postgres/roles.ts'
import { root } from '../start/config.ts'
import { readMigrateConfig } from '../start/migrate-config.ts'
import { loadSecrets } from '../start/secrets.ts'
import { loadEvents } from './events-under-way.ts'
import { type Manifest, modulesFolder, objectsFolder, readManifest } from './manifest.ts'
import { copyFolders, copyRegistry, OBJECT_FOLDERS, openFolder, REGISTRY_FOLDER } from './objects.ts'
import type { Place } from './place.ts'
import { checkDump, loadTable, tablesOf } from './tables.ts'

const FOLDERS: Record<string, string> = {
  gateway: 'gateway',
  catalog: 'services/catalog',
  listening_points: 'services/listening-points',
  media: 'services/media',
}

/**
 * Puts a backup into an empty place. The tables are made as they were when it was taken; the next start brings them up to
 * date, as it would have there. Until the last step nothing that counts is visible: one that fails can be done again.
 */
export const restore = async (place: Place, folder: string, say: (line: string) => void): Promise<Manifest> => {
  const manifest = await readManifest(folder)
  for (const dump of manifest.tables) await checkDump(folder, dump)
  const stored = await Promise.all([...OBJECT_FOLDERS, REGISTRY_FOLDER].map((name) => place.objects.list(name)))
  const passwords = passwordsOf(place)
  const urls = await bootstrapRoles({ adminUrl: place.adminUrl, database: place.database, passwords })
  await refuseUnlessEmpty(place.databaseUrl)

  say('Making the tables')
  const shared = join(root, 'packages', 'service-kit', 'migrations')
  for (const schema of services) {
    const known = manifest.migrations[schema]
    if (known === undefined) continue
    const dir = join(root, FOLDERS[schema] ?? '', 'migrations')
    const upTo = { shared: known.shared.length, own: known.own.length }
    await migrate({ url: urls.griot_migrator, schema, dir, upTo }, shared)
  }
  say(stored.flat().length === 0 ? 'Copying the objects' : 'Copying the objects that are not there yet')
  await copyFolders(await openFolder(objectsFolder(folder)), place.objects, OBJECT_FOLDERS)
  say('Copying the modules')
  await copyRegistry(await openFolder(modulesFolder(folder)), place.modules, 'pointers last')
  say('Copying the database')
  await loadDatabase(place.databaseUrl, folder, manifest)
  return manifest
}

/** Those of a deployment of many machines, which its processes are told; else those of this folder. */
const passwordsOf = ({ config }: Place) =>
  process.env.DATABASE_PASSWORD_MIGRATOR ? readMigrateConfig().passwords : loadSecrets(config.dataDir).database

const refuseUnlessEmpty = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const { schema, table } of await tablesOf(client)) {
      const name = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`
      const { rowCount } = await client.query(`select 1 from ${name} limit 1`)
      if (rowCount !== 0) throw new SetupError(`${schema}.${table} has rows: a backup is restored into an empty place.`)
    }
  } finally {
    await client.end()
  }
}

/** In one transaction: all of it, or nothing. */
const loadDatabase = async (url: string, folder: string, manifest: Manifest) => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    // Rows come in any order and have had their effects: neither foreign keys nor triggers look at them again.
    await client.query('set local session_replication_role = replica').catch((error: Error) => {
      throw new SetupError(
        `The account of DATABASE_URL must be allowed to set session_replication_role: ${error.message}.`,
      )
    })
    for (const dump of manifest.tables) await loadTable(client, folder, dump)
    await loadEvents(client, folder)
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
}
