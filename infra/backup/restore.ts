import { migrate } from '@griot/service-kit/migrate'
import pg from 'pg'
import { SetupError } from '../common/setup-error.ts'
import { runCut } from '../partition/run-cut.ts'
import { bootstrapRoles } from '../postgres/roles.ts'
import { migrationsOf, sharedMigrations } from '../start/migrations.ts'
import { loadEvents } from './events-under-way.ts'
import { type Manifest, modulesFolder, objectsFolder, readManifest } from './manifest.ts'
import { copyFolders, copyRegistry, OBJECT_FOLDERS, openFolder, REGISTRY_FOLDER } from './objects.ts'
import type { DatabasePlace, Place } from './place.ts'
import { checkDump, loadTable, tablesOf } from './tables.ts'

/**
 * Puts a backup into an empty place. The tables are made as they were when it was taken; the next start brings them up to
 * date, as it would have there. Until the last step nothing that counts is visible: one that fails can be done again.
 */
export const restore = async (place: Place, folder: string, say: (line: string) => void): Promise<Manifest> => {
  const manifest = await readManifest(folder)
  for (const dump of manifest.tables) await checkDump(folder, dump)
  const stored = await Promise.all([...OBJECT_FOLDERS, REGISTRY_FOLDER].map((name) => place.objects.list(name)))
  const passwords = place.passwords()
  const owners: string[] = []
  for (const { adminUrl, database, url, schemas } of place.databases) {
    const urls = await bootstrapRoles({ adminUrl, database, passwords })
    owners.push(urls.griot_migrator)
    await refuseUnlessEmpty(url, schemas)
  }

  say('Making the tables')
  for (const [at, { schemas }] of place.databases.entries()) {
    for (const schema of schemas) {
      const known = manifest.migrations[schema]
      if (known === undefined) continue
      const dir = migrationsOf(schema)
      const upTo = { shared: known.shared.length, own: known.own.length }
      await migrate({ url: owners[at] ?? '', schema, dir, upTo }, sharedMigrations)
    }
  }
  for (const [at, { schemas }] of place.databases.entries()) {
    if (schemas.includes('listening_points')) await cutAgain(owners[at] ?? '', manifest, say)
  }
  say(stored.flat().length === 0 ? 'Copying the objects' : 'Copying the objects that are not there yet')
  await copyFolders(await openFolder(objectsFolder(folder)), place.objects, OBJECT_FOLDERS)
  say('Copying the modules')
  await copyRegistry(await openFolder(modulesFolder(folder)), place.modules, 'pointers last')
  say('Copying the database')
  await loadDatabases(place.databases, folder, manifest)
  return manifest
}

/** The ledger in as many parts as it was kept in, which is a matter of moments while nothing is there. */
const cutAgain = async (owner: string, { tables }: Manifest, say: (line: string) => void) => {
  const parts = tables.find((table) => table.parts !== undefined)?.parts
  if (parts === undefined || (await runCut(owner, ['--parts', String(parts)], () => {})) === 0) return
  say(`The ledger was in ${parts} parts and is in one table now: after the first start, npm run ledger:partition.`)
}

const refuseUnlessEmpty = async (url: string, schemas: readonly string[]) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const { schema, table } of await tablesOf(client, schemas)) {
      const name = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`
      const { rowCount } = await client.query(`select 1 from ${name} limit 1`)
      if (rowCount !== 0) throw new SetupError(`${schema}.${table} has rows: a backup is restored into an empty place.`)
    }
  } finally {
    await client.end()
  }
}

/** In one transaction a database, which end together when all is there: everything, or nothing. */
const loadDatabases = async (databases: readonly DatabasePlace[], folder: string, manifest: Manifest) => {
  const clients = databases.map(({ url }) => new pg.Client({ connectionString: url }))
  for (const client of clients) client.on('error', () => {})
  try {
    for (const [at, client] of clients.entries()) {
      await client.connect()
      await loadDatabase(client, databases[at]?.schemas ?? [], folder, manifest)
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
  // Rows come in any order and have had their effects: neither foreign keys nor triggers look at them again.
  await client.query('set local session_replication_role = replica').catch((error: Error) => {
    throw new SetupError(
      `The account of DATABASE_URL must be allowed to set session_replication_role: ${error.message}.`,
    )
  })
  for (const dump of manifest.tables) if (schemas.includes(dump.schema)) await loadTable(client, folder, dump)
  await loadEvents(client, folder, schemas)
}
