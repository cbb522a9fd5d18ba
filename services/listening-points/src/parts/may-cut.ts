import { readdir } from 'node:fs/promises'
import { parse } from 'node:path'
import type pg from 'pg'
import { CutRefused, SCHEMA, TABLES } from './tables.ts'

const MOST_PARTS = 256
/** Columns that number themselves are known to tables in parts from here on. */
const OLDEST_POSTGRES = 170_000
/** Of what the tables take now, what the copy may take beside them. */
const ROOM = 1.1
const MIGRATIONS = new URL('../../migrations/', import.meta.url)

/** The number of parts, if it is one: a power of two, so that each can be cut again later. */
export const partsFrom = (given: string | undefined): number => {
  const parts = Number(given)
  if (Number.isInteger(parts) && parts >= 2 && parts <= MOST_PARTS && Number.isInteger(Math.log2(parts))) return parts
  throw new CutRefused(`--parts is how many parts to cut: 2, 4, 8 … or ${MOST_PARTS}.`)
}

const refuseUnlessKnown = async (client: pg.ClientBase) => {
  const known = (await readdir(MIGRATIONS)).sort().map((file) => parse(file).name)
  const { rows } = await client.query<{ name: string }>(`select name from ${SCHEMA}.migration order by id`)
  const had = rows.map(({ name }) => name)
  if (had.some((name) => !known.includes(name))) {
    throw new CutRefused('The tables belong to a newer release: run the command of that one.')
  }
  if (had.length < known.length) {
    throw new CutRefused('The tables belong to an older release: start this one first, which brings them up to date.')
  }
}

export interface Measures {
  name: string
  /** About, as the last clean-up has counted. */
  rows: number
  bytes: number
  /** Rows that may still change: they are taken over at the end, while others wait. */
  unsettled: number
}

/** Throws a {@link CutRefused} if it cannot be done here, else answers how much there is to do. */
export const measureCut = async (client: pg.ClientBase, freeBytes: number | undefined): Promise<Measures[]> => {
  const { rows: servers } = await client.query(`select current_setting('server_version_num')::int as version`)
  if (servers[0].version < OLDEST_POSTGRES) throw new CutRefused('This needs PostgreSQL 17 or later.')
  await refuseUnlessKnown(client)
  const { rows } = await client.query<Pick<Measures, 'name' | 'rows' | 'bytes'> & { kind: string; parts: number }>(
    `select relname as name, relkind as kind, greatest(reltuples, 0)::float8 as rows,
       pg_total_relation_size(oid)::float8 as bytes,
       (select count(*)::int from pg_inherits where inhparent = pg_class.oid) as parts
     from pg_class where relnamespace = $1::regnamespace and relname = any($2) order by 1`,
    [SCHEMA, TABLES.map(({ name }) => name)],
  )
  const cut = rows.find(({ kind }) => kind === 'p')
  if (cut !== undefined) throw new CutRefused(`${cut.name} is in ${cut.parts} parts already.`)
  const needed = ROOM * rows.reduce((sum, { bytes }) => sum + bytes, 0)
  if (freeBytes !== undefined && freeBytes < needed) {
    throw new CutRefused(
      `The copy needs ${gigabytes(needed)} beside what there is, and ${gigabytes(freeBytes)} are free.`,
    )
  }
  const measures: Measures[] = []
  for (const { name, settled } of TABLES) {
    const found = rows.find((row) => row.name === name)
    if (found === undefined) throw new CutRefused(`There is no ${SCHEMA}.${name}.`)
    const { rows: open } = await client.query(
      `select count(*)::int as count from ${SCHEMA}.${name} where not (${settled})`,
    )
    measures.push({ name, rows: found.rows, bytes: found.bytes, unsettled: open[0].count })
  }
  return measures
}

export const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
