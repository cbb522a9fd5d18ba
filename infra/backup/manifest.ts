import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { SetupError } from '../common/setup-error.ts'

export const FORMAT = 1

/** The migrations of a schema: those that every service has, and its own. */
const Migrations = z.object({ shared: z.array(z.string()), own: z.array(z.string()) })

const Table = z.object({
  schema: z.string(),
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  /** The hash of the compressed file. */
  sha256: z.string(),
})

const Manifest = z.object({
  format: z.literal(FORMAT),
  /** The time of the database snapshot. */
  takenAt: z.string(),
  migrations: z.record(z.string(), Migrations),
  tables: z.array(Table),
  /** The number of events that may not have been consumed. */
  events: z.number(),
  objects: z.number(),
  objectBytes: z.number(),
  /** Keys of objects that the database names and that did not exist. */
  missing: z.array(z.string()),
})

export type Manifest = z.infer<typeof Manifest>
export type TableDump = z.infer<typeof Table>

const fileOf = (folder: string) => join(folder, 'manifest.json')

/** Written last, so a folder without a manifest is incomplete. */
export const writeManifest = (folder: string, manifest: Manifest) =>
  writeFile(fileOf(folder), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })

export const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(fileOf(folder), 'utf8').catch(() => {
    throw new SetupError(`${folder} is not a complete backup: it has no manifest.json, which is written last.`)
  })
  const read = Manifest.safeParse(JSON.parse(text))
  if (!read.success) throw new SetupError(`${folder} was made by an incompatible version of Griot.`)
  return read.data
}

export const tableFile = (folder: string, { schema, table }: Pick<TableDump, 'schema' | 'table'>) =>
  join(folder, 'database', `${schema}.${table}.copy.gz`)

export const eventsFile = (folder: string) => join(folder, 'database', 'events.json')
