import type pg from 'pg'
import { BY, CutRefused, SCHEMA } from './tables.ts'

export interface Key {
  name: string
  definition: string
}

/** All that makes a table what it is, apart from its columns and checks, which `like` takes over. */
export interface Shape {
  columns: string[]
  /** Also what `like` takes over: nothing of it may change while the rows are copied. */
  definitions: string[]
  options: string[]
  primaryKey: Key
  uniques: Key[]
  indexes: (Key & { isUnique: boolean })[]
  foreignKeys: Key[]
  triggers: (Key & { isForEachRow: boolean })[]
  rights: { role: string; privilege: string }[]
  /** The column that numbers its rows, and what counts them. */
  identity: { column: string; sequence: string } | undefined
}

const CONSTRAINTS = `
  select contype as type, conname as name, pg_get_constraintdef(oid) as definition,
    (select array_agg(attname::text) from pg_attribute where attrelid = conrelid and attnum = any(conkey)) as columns
  from pg_constraint where conrelid = $1::regclass order by conname`

const INDEXES = `
  select class.relname as name, indisunique as "isUnique",
    regexp_replace(pg_get_indexdef(indexrelid), '^CREATE (UNIQUE )?INDEX .*? ON (ONLY )?\\S+ ', '') as definition,
    (select coalesce(array_agg(attname::text), '{}') from pg_attribute
      where attrelid = indrelid and attnum = any(indkey)) as columns
  from pg_index join pg_class class on class.oid = indexrelid
  where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid and conrelid = indrelid)
  order by 1`

const TRIGGERS = `
  select tgname as name, pg_get_triggerdef(oid) as definition, tgtype & 1 = 1 as "isForEachRow"
  from pg_trigger where tgrelid = $1::regclass and not tgisinternal and tgname <> 'noted_for_parts' order by 1`

const COLUMNS = `
  select attname as name, attgenerated <> '' as "isGenerated", attidentity <> '' as "isIdentity",
    format_type(atttypid, atttypmod) || ' ' || attnotnull || coalesce(' ' || pg_get_expr(adbin, adrelid), '') as definition
  from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`

const RIGHTS = `
  select grantee::regrole::text as role, privilege_type as privilege
  from pg_class, aclexplode(relacl) where oid = $1::regclass and grantee not in (0, relowner) order by 1, 2`

const one = <Row>(rows: readonly Row[], what: string): Row => {
  const [row] = rows
  if (row === undefined) throw new CutRefused(`There is no ${what}.`)
  return row
}

/** The index with its person: what is unique without them could not be kept unique by parts that do not know each other. */
const withPerson = (name: string, definition: string, columns: readonly string[]): string => {
  if (columns.includes(BY)) return definition
  throw new CutRefused(`${name} is unique without ${BY}: that cannot be kept by parts, ${definition}.`)
}

/** Reads it from the catalogue, so that whatever a migration has added is there without being named here. */
export const shapeOf = async (client: pg.ClientBase, table: string): Promise<Shape> => {
  const name = `${SCHEMA}.${table}`
  const ask = async <Row extends object>(text: string) => (await client.query<Row>(text, [name])).rows
  // Else names within the schema come without it.
  await client.query('set search_path = pg_catalog')
  const columns = await ask<{ name: string; isGenerated: boolean; isIdentity: boolean; definition: string }>(COLUMNS)
  const constraints = await ask<{ type: string; name: string; definition: string; columns: string[] }>(CONSTRAINTS)
  const ofType = (wanted: string) => constraints.filter(({ type }) => type === wanted)
  const primary = one(ofType('p'), `primary key of ${name}`)
  const indexes = await ask<{ name: string; isUnique: boolean; definition: string; columns: string[] }>(INDEXES)
  const options = await ask<{ options: string[] | null }>(
    'select reloptions as options from pg_class where oid = $1::regclass',
  )
  const counted = columns.find(({ isIdentity }) => isIdentity)
  const sequence =
    counted && (await client.query('select pg_get_serial_sequence($1, $2) as name', [name, counted.name]))
  return {
    columns: columns.filter(({ isGenerated }) => !isGenerated).map((column) => column.name),
    definitions: [
      ...columns.map((column) => `${column.name} ${column.definition}`),
      ...ofType('c').map((check) => `${check.name} ${check.definition}`),
    ],
    options: one(options, name).options ?? [],
    primaryKey: {
      name: primary.name,
      definition: primary.columns.includes(BY) ? primary.definition : primary.definition.replace('(', `(${BY}, `),
    },
    uniques: ofType('u').map((key) => ({
      name: key.name,
      definition: withPerson(key.name, key.definition, key.columns),
    })),
    indexes: indexes.map((index) => ({
      name: index.name,
      isUnique: index.isUnique,
      definition: index.isUnique ? withPerson(index.name, index.definition, index.columns) : index.definition,
    })),
    foreignKeys: ofType('f').map(({ name, definition }) => ({ name, definition })),
    triggers: await ask(TRIGGERS),
    rights: await ask(RIGHTS),
    identity: counted && { column: counted.name, sequence: sequence?.rows[0]?.name },
  }
}
