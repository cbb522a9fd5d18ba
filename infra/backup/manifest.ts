import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { SetupError } from '../common/setup-error.ts'

export const FORMAT = 1

/** How far a schema's migrations had come: the tables every service has, then its own. */
const Migrations = z.object({ shared: z.array(z.string()), own: z.array(z.string()) })

const Table = z.object({
  schema: z.string(),
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  /** In how many parts it was kept, if it was. */
  parts: z.number().optional(),
  /** Of the file as it lies there. */
  sha256: z.string(),
})

const Manifest = z.object({
  format: z.literal(FORMAT),
  /** The moment that the database in it shows. */
  takenAt: z.string(),
  migrations: z.record(z.string(), Migrations),
  tables: z.array(Table),
  /** Events that were on their way. */
  events: z.number(),
  objects: z.number(),
  objectBytes: z.number(),
  /** Objects that the database names and nobody has: they were missing before. */
  missing: z.array(z.string()),
})

export type Manifest = z.infer<typeof Manifest>
export type TableDump = z.infer<typeof Table>

const fileOf = (folder: string) => join(folder, 'manifest.json')

/** Written last: a folder without it is no backup. */
export const writeManifest = (folder: string, manifest: Manifest) =>
  writeFile(fileOf(folder), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })

export const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(fileOf(folder), 'utf8').catch(() => {
    throw new SetupError(`${folder} is no backup: it has no manifest.json, which is written last.`)
  })
  const read = Manifest.safeParse(JSON.parse(text))
  if (!read.success) throw new SetupError(`${folder} was made by a Griot that this one does not understand.`)
  return read.data
}

export const tableFile = (folder: string, { schema, table }: Pick<TableDump, 'schema' | 'table'>) =>
  join(folder, 'database', `${schema}.${table}.copy.gz`)

export const eventsFile = (folder: string) => join(folder, 'database', 'events.json')

export const objectsFolder = (folder: string) => join(folder, 'objects')
export const modulesFolder = (folder: string) => join(folder, 'modules')
