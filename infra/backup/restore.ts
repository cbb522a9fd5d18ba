import { join } from 'node:path'
import { migrate } from '@griot/service-kit/db/migrate'
import type pg from 'pg'
import { SetupError } from '../common/setup-error.ts'
import { connect, withClient } from '../common/with-client.ts'
import { bootstrapRoles } from '../postgres/roles.ts'
import { migrationsOf, sharedMigrations } from '../start/prepare-databases.ts'
import type { DatabaseTarget, Installation } from './installation.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { copyFolders, copyRegistry, OBJECT_FOLDERS, openFolder, REGISTRY_FOLDER } from './objects.ts'
import { loadEvents } from './pending-events.ts'
import { checkDump, loadTable, nameOf, tablesOf } from './tables.ts'

/**
 * Restores a backup into an empty installation. Creates the tables of the release that made the backup; the next start
 * migrates them. Rows become visible in the last step, so a failed restore can be repeated.
 */
export const restore = async (
  installation: Installation,
  folder: string,
  print: (line: string) => void,
): Promise<Manifest> => {
  const manifest = await readManifest(folder)
  for (const dump of manifest.tables) await checkDump(folder, dump)
  const stored = await Promise.all([...OBJECT_FOLDERS, REGISTRY_FOLDER].map((name) => installation.objects.list(name)))
  const passwords = installation.passwords()
  const owners: string[] = []
  for (const { adminUrl, database, url, schemas } of installation.databases) {
    const urls = await bootstrapRoles({ adminUrl, database, passwords })
    owners.push(urls.griot_migrator)
    await refuseUnlessEmpty(url, schemas)
  }

  print('Creating the tables')
  for (const [at, { schemas }] of installation.databases.entries()) {
    for (const schema of schemas) {
      const known = manifest.migrations[schema]
      if (known === undefined) continue
      const dir = migrationsOf(schema)
      const upTo = { shared: known.shared.length, own: known.own.length }
      await migrate({ url: owners[at] ?? '', schema, dir, upTo }, sharedMigrations)
    }
  }
  print(stored.flat().length === 0 ? 'Copying the objects' : 'Copying the missing objects')
  await copyFolders(await openFolder(join(folder, 'objects')), installation.objects, OBJECT_FOLDERS)
  print('Copying the modules')
  await copyRegistry(await openFolder(join(folder, 'modules')), installation.modules, 'pointers last')
  print('Copying the database')
  await loadDatabases(installation.databases, folder, manifest)
  return manifest
}

const refuseUnlessEmpty = (url: string, schemas: readonly string[]) =>
  withClient(url, async (client) => {
    for (const table of await tablesOf(client, schemas)) {
      const { rowCount } = await client.query(`select 1 from ${nameOf(table)} limit 1`)
      if (rowCount === 0) continue
      throw new SetupError(
        `${table.schema}.${table.table} has rows: a backup can only be restored into an empty installation.`,
      )
    }
  })

/** Loads each database in one transaction and commits them together at the end. */
const loadDatabases = async (databases: readonly DatabaseTarget[], folder: string, manifest: Manifest) => {
  const clients: pg.Client[] = []
  try {
    for (const { url, schemas } of databases) {
      const client = await connect(url)
      clients.push(client)
      await loadDatabase(client, schemas, folder, manifest)
    }
    for (const client of clients) await client.query('commit')
    for (const client of clients) await client.query('analyze')
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

const loadDatabase = async (client: pg.Client, schemas: readonly string[], folder: string, manifest: Manifest) => {
  await client.query('begin')
  await client.query('set local idle_in_transaction_session_timeout = 0')
  // Rows are loaded in any order and have had their effects, so foreign keys and triggers are disabled.
  await client.query('set local session_replication_role = replica').catch((error: Error) => {
    throw new SetupError(
      `The account of DATABASE_URL must be allowed to set session_replication_role: ${error.message}.`,
    )
  })
  for (const dump of manifest.tables) if (schemas.includes(dump.schema)) await loadTable(client, folder, dump)
  await loadEvents(client, folder, schemas)
}
