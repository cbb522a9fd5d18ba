import { mkdir, readdir, rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { SetupError } from '../common/setup-error.ts'
import { readEvents, writeEvents } from './events-under-way.ts'
import { FORMAT, type Manifest, modulesFolder, objectsFolder, type TableDump, writeManifest } from './manifest.ts'
import { copyFolders, copyRegistry, measureFolders, OBJECT_FOLDERS, openFolder } from './objects.ts'
import type { Place } from './place.ts'
import { dumpTable, migrationsOf, tablesOf } from './tables.ts'

/** Columns that name an object. */
const KEY_COLUMNS = /^(object|artwork)_key$/

/**
 * Copies everything of an installation into a folder, while it runs. The database in it is that of one moment. Objects
 * never change and are copied before that moment and again after it, so whatever the database names then is there.
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
  const { migrations, tables, takenAt, keys } = await dumpDatabase(place.databaseUrl, partial)
  const events = await readEvents({ databaseUrl: place.databaseUrl, redisUrl: place.config.redisUrl })
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

const dumpDatabase = async (url: string, folder: string) => {
  const client = new pg.Client({ connectionString: url })
  // A server that goes away fails the statement; without a listener it would also end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
    const migrations = await migrationsOf(client)
    const tables: TableDump[] = []
    const keys = new Set<string>()
    for (const table of await tablesOf(client)) {
      tables.push(await dumpTable(client, folder, table))
      for (const key of await keysIn(client, table)) keys.add(key)
    }
    await client.query('commit')
    return { migrations, tables, keys, takenAt: rows[0]?.now.toISOString() ?? '' }
  } finally {
    await client.end()
  }
}

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
