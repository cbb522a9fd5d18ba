import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { SetupError } from '../common/setup-error.ts'
import { type Manifest, type TableDump, tableFile } from './manifest.ts'

const id = pg.escapeIdentifier
export const nameOf = ({ schema, table }: Pick<TableDump, 'schema' | 'table'>) => `${id(schema)}.${id(table)}`

const MIGRATION_TABLES = ['shared_migration', 'migration']

/** Every table of these services with its columns. A partitioned table is one table; its partitions are not listed. */
export const tablesOf = async (client: pg.Client, schemas: readonly string[]) => {
  const { rows } = await client.query<{ schema: string; table: string; columns: string[] }>(
    `select n.nspname as schema, c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all($2)
     group by 1, 2, c.oid order by 1, 2`,
    [schemas, MIGRATION_TABLES],
  )
  return rows
}

/** The names of the applied migrations of each schema, in order. */
export const migrationsOf = async (client: pg.Client, schemas: readonly string[]): Promise<Manifest['migrations']> => {
  const namesIn = async (schema: string, table: string) => {
    const { rows } = await client.query<{ name: string }>(`select name from ${nameOf({ schema, table })} order by id`)
    return rows.map(({ name }) => name)
  }
  const migrations: Manifest['migrations'] = {}
  for (const schema of schemas) {
    migrations[schema] = { shared: await namesIn(schema, 'shared_migration'), own: await namesIn(schema, 'migration') }
  }
  return migrations
}

const hashOf = async (file: string) => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Writes a table into a file, as seen by the transaction of this client. */
export const dumpTable = async (
  client: pg.Client,
  folder: string,
  table: Omit<TableDump, 'rows' | 'sha256'>,
): Promise<TableDump> => {
  const columns = table.columns.map(id).join(', ')
  const source = client.query(copyTo(`copy (select ${columns} from ${nameOf(table)}) to stdout`))
  const file = tableFile(folder, table)
  await pipeline(source, createGzip({ level: 5 }), createWriteStream(file, { mode: 0o600 }))
  return { ...table, rows: source.rowCount, sha256: await hashOf(file) }
}

/** Throws a SetupError if the file has changed. */
export const checkDump = async (folder: string, dump: TableDump) => {
  const file = tableFile(folder, dump)
  if ((await hashOf(file)) !== dump.sha256) throw new SetupError(`${file} is damaged: nothing was restored.`)
}

/** Loads a table and sets its sequences after the last row. */
export const loadTable = async (client: pg.Client, folder: string, dump: TableDump) => {
  const target = client.query(copyFrom(`copy ${nameOf(dump)} (${dump.columns.map(id).join(', ')}) from stdin`))
  await pipeline(createReadStream(tableFile(folder, dump)), createGunzip(), target)
  if (target.rowCount !== dump.rows) {
    throw new SetupError(`${nameOf(dump)} had ${dump.rows} rows and got ${target.rowCount}: nothing was restored.`)
  }
  const { rows } = await client.query<{ column: string; sequence: string }>(
    `select a.attname as column, pg_get_serial_sequence($1, a.attname) as sequence
     from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
       and pg_get_serial_sequence($1, a.attname) is not null`,
    [nameOf(dump)],
  )
  for (const { column, sequence } of rows) {
    await client.query(
      `select setval($1, coalesce(max(${id(column)}), 1), max(${id(column)}) is not null) from ${nameOf(dump)}`,
      [sequence],
    )
  }
}
