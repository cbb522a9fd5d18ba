import { mkdir, readdir, rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { SetupError } from '../common/setup-error.ts'
import { readEvents, writeEvents } from './events-under-way.ts'
import { FORMAT, type Manifest, modulesFolder, objectsFolder, type TableDump, writeManifest } from './manifest.ts'
import { copyFolders, copyRegistry, measureFolders, OBJECT_FOLDERS, openFolder } from './objects.ts'
import { atOneMoment } from './one-moment.ts'
import type { Place } from './place.ts'
import { dumpTable, migrationsOf, tablesOf } from './tables.ts'

/** Columns that name an object. */
const KEY_COLUMNS = /^(object|artwork)_key$/

/**
 * Copies everything of an installation into a folder, while it runs. The databases in it are those of one moment, however
 * many there are. Objects never change and are copied before that moment and again after it, so whatever the databases
 * name then is there.
 */
export const backUp = async (place: Place, target: string, say: (line: string) => void): Promise<Manifest> => {
  const folder = resolve(target)
  const partial = `${folder}.partial`
  if ((await readdir(folder).catch(() => [])).length > 0) throw new SetupError(`${folder} is not empty.`)
  await mkdir(join(partial, 'database'), { recursive: true, mode: 0o700 })
  const objects = await openFolder(objectsFolder(partial))
  const modules = await openFolder(modulesFolder(partial))

  say('Copying the objects')
  await copyFolders(place.objects, objects, OBJECT_FOLDERS)
  say('Copying the database')
  const { migrations, tables, takenAt, keys } = await dumpDatabases(place, partial)
  // The queue lives in the one that all share, if not in Redis.
  const events = await readEvents({ databaseUrl: place.databases[0]?.url ?? '', redisUrl: place.redisUrl })
  await writeEvents(partial, events)
  say('Copying the objects that have come meanwhile')
  await copyFolders(place.objects, objects, OBJECT_FOLDERS)
  say('Copying the modules')
  await copyRegistry(place.modules, modules, 'pointers first')

  const missing: string[] = []
  for (const key of keys) if ((await objects.stat(key)) === null) missing.push(key)
  const measured = await measureFolders(objects, OBJECT_FOLDERS)
  const manifest = { format: FORMAT, takenAt, migrations, tables, events: events.length, ...measured, missing } as const
  await writeManifest(partial, manifest)
  await rename(partial, folder)
  return manifest
}

const dumpDatabases = ({ databases }: Place, folder: string) =>
  atOneMoment(databases, async (snapshots) => {
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

/** The objects that a table names, except those that it says are gone or have not yet come. */
const keysIn = async (client: pg.Client, { schema, table, columns }: Omit<TableDump, 'rows' | 'sha256'>) => {
  const keys: string[] = []
  // An upload names where its bytes will be.
  if (schema !== 'media' || table === 'upload') return keys
  const isKept = columns.includes('deleted_at') ? 'deleted_at is null' : 'true'
  for (const column of columns.filter((name) => KEY_COLUMNS.test(name))) {
    const name = pg.escapeIdentifier(column)
    const from = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`
    const { rows } = await client.query<{ key: string }>(
      `select ${name} as key from ${from} where ${name} is not null and ${isKept}`,
    )
    keys.push(...rows.map(({ key }) => key))
  }
  return keys
}
