import { mkdir, readdir, rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { SetupError } from '../common/setup-error.ts'
import type { Installation } from './installation.ts'
import { FORMAT, type Manifest, type TableDump, writeManifest } from './manifest.ts'
import { copyFolders, copyRegistry, measureFolders, OBJECT_FOLDERS, openFolder } from './objects.ts'
import { readEvents, writeEvents } from './pending-events.ts'
import { atSnapshot } from './snapshot.ts'
import { dumpTable, migrationsOf, nameOf, tablesOf } from './tables.ts'

/** Columns with keys of objects. */
const KEY_COLUMNS = /^(object|artwork)_key$/

/**
 * Copies a running installation into a folder, with one consistent snapshot of all databases. Objects are immutable and are
 * copied before and after the snapshot, so the backup contains every object that the databases name.
 */
export const backUp = async (
  installation: Installation,
  target: string,
  print: (line: string) => void,
): Promise<Manifest> => {
  const folder = resolve(target)
  const partial = `${folder}.partial`
  if ((await readdir(folder).catch(() => [])).length > 0) throw new SetupError(`${folder} is not empty.`)
  await mkdir(join(partial, 'database'), { recursive: true, mode: 0o700 })
  const objects = await openFolder(join(partial, 'objects'))
  const modules = await openFolder(join(partial, 'modules'))

  print('Copying the objects')
  await copyFolders(installation.objects, objects, OBJECT_FOLDERS)
  print('Copying the database')
  const { migrations, tables, takenAt, keys } = await dumpDatabases(installation, partial)
  // Without Redis the queue is in the shared database.
  const { databases, redisUrl } = installation
  const events = await readEvents({ databaseUrl: databases[0]?.url ?? '', redisUrl })
  await writeEvents(partial, events)
  print('Copying the objects that were added meanwhile')
  await copyFolders(installation.objects, objects, OBJECT_FOLDERS)
  print('Copying the modules')
  await copyRegistry(installation.modules, modules, 'pointers first')

  const missing: string[] = []
  for (const key of keys) if ((await objects.stat(key)) === null) missing.push(key)
  const size = await measureFolders(objects, OBJECT_FOLDERS)
  const manifest = { format: FORMAT, takenAt, migrations, tables, events: events.length, ...size, missing } as const
  await writeManifest(partial, manifest)
  await rename(partial, folder)
  return manifest
}

const dumpDatabases = ({ databases }: Installation, folder: string) =>
  atSnapshot(databases, async (snapshots) => {
    let migrations: Manifest['migrations'] = {}
    const tables: TableDump[] = []
    const keys = new Set<string>()
    for (const { client, schemas } of snapshots) {
      migrations = { ...migrations, ...(await migrationsOf(client, schemas)) }
      for (const table of await tablesOf(client, schemas)) {
        tables.push(await dumpTable(client, folder, table))
        for (const key of await keysIn(client, table)) keys.add(key)
      }
    }
    return { migrations, tables, keys, takenAt: snapshots[0]?.takenAt ?? '' }
  })

/** The keys of objects that a table names, without deleted files and incomplete uploads. */
const keysIn = async (client: pg.Client, { schema, table, columns }: Omit<TableDump, 'rows' | 'sha256'>) => {
  const keys: string[] = []
  // The key of an upload names an object that does not exist yet.
  if (schema !== 'media' || table === 'upload') return keys
  const isKept = columns.includes('deleted_at') ? 'deleted_at is null' : 'true'
  for (const column of columns.filter((name) => KEY_COLUMNS.test(name))) {
    const name = pg.escapeIdentifier(column)
    const { rows } = await client.query<{ key: string }>(
      `select ${name} as key from ${nameOf({ schema, table })} where ${name} is not null and ${isKept}`,
    )
    keys.push(...rows.map(({ key }) => key))
  }
  return keys
}
