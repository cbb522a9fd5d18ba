import type pg from 'pg'
import type { Key, Shape } from './shape.ts'
import { BY, MAKING, partNames, SCHEMA, TABLES } from './tables.ts'

export type Shapes = Readonly<Record<string, Shape>>

const shapeIn = (shapes: Shapes, table: string): Shape => {
  const shape = shapes[table]
  if (shape === undefined) throw new Error(`nobody has looked at ${table}`)
  return shape
}

/** Each table that is cut, with what it is. */
export const eachOf = (shapes: Shapes) => TABLES.map((table) => ({ ...table, shape: shapeIn(shapes, table.name) }))

/**
 * The empty tables in all their parts, which stand where they will be needed, without what is quicker to make when the rows are there.
 */
export const makeTables = (shapes: Shapes, parts: number): string[] =>
  eachOf(shapes).flatMap(({ name, shape }) => {
    const names = partNames(name, parts)
    const options = shape.options.length > 0 ? ` with (${shape.options.join(', ')})` : ''
    const triggerOn = (table: string, definition: string) =>
      definition.replace(` ON ${SCHEMA}.${name} `, ` ON ${table} `)
    const roles = new Set(shape.rights.map(({ role }) => role))
    return [
      `create table ${MAKING}.${name} (like ${SCHEMA}.${name} including all excluding indexes) partition by hash (${BY})`,
      ...names.map(
        (part, remainder) =>
          `create table ${SCHEMA}.${part} partition of ${MAKING}.${name}
           for values with (modulus ${parts}, remainder ${remainder})${options}`,
      ),
      // Of the whole, and by that of every part. What is asked once a statement has to be said to each of them.
      ...shape.triggers.flatMap(({ definition, isForEachRow }) =>
        [`${MAKING}.${name}`, ...(isForEachRow ? [] : names.map((part) => `${SCHEMA}.${part}`))].map((table) =>
          triggerOn(table, definition),
        ),
      ),
      // Nobody but their owner reaches the parts by themselves.
      ...names.flatMap((part) => [...roles].map((role) => `revoke all on ${SCHEMA}.${part} from ${role}`)),
      ...shape.rights.map(({ role, privilege }) => `grant ${privilege} on ${MAKING}.${name} to ${role}`),
    ]
  })

interface Step {
  what: string
  statements: string[]
}

/** Keys and indexes: first those of each part, then those of the whole, which find them there and build nothing. */
export const makeIndexes = (shapes: Shapes, parts: number): Step[] =>
  eachOf(shapes).flatMap(({ name, shape }) => {
    const everywhere = (what: string, make: (table: string, name: string) => string): Step => ({
      what,
      statements: [
        ...partNames(name, parts).map((part) => make(`${SCHEMA}.${part}`, `"${what}${part.slice(name.length)}"`)),
        make(`${MAKING}.${name}`, `"${what}"`),
      ],
    })
    return [
      ...[shape.primaryKey, ...shape.uniques].map((key) =>
        everywhere(key.name, (table, as) => `alter table ${table} add constraint ${as} ${key.definition}`),
      ),
      ...shape.indexes.map(({ name: what, isUnique, definition }) =>
        everywhere(what, (table, as) => `create ${isUnique ? 'unique ' : ''}index ${as} on ${table} ${definition}`),
      ),
    ]
  })

/** In three steps, so that the tables they point to are held for moments only, and never while rows are looked through. */
export const makeForeignKeys = (shapes: Shapes, parts: number) => {
  const each = eachOf(shapes).flatMap(({ name: table, shape }) => shape.foreignKeys.map((key) => ({ table, key })))
  const ofParts = each.flatMap(({ table, key }) =>
    partNames(table, parts).map((part) => ({ table: `${SCHEMA}.${part}`, key })),
  )
  const add = (table: string, { name, definition }: Key) =>
    `alter table ${table} add constraint "${name}" ${definition}`
  return {
    announce: ofParts.map(({ table, key }) => `${add(table, key)} not valid`),
    validate: ofParts.map(({ table, key }) => `alter table ${table} validate constraint "${key.name}"`),
    join: each.map(({ table, key }) => add(`${MAKING}.${table}`, key)),
  }
}

/** Numbers go on where they were. To be called while nobody writes. */
export const takeOverNumbers = async (client: pg.ClientBase, shapes: Shapes) => {
  for (const { name, shape } of eachOf(shapes)) {
    if (shape.identity === undefined) continue
    const { column, sequence } = shape.identity
    await client.query(`select setval(pg_get_serial_sequence($1, $2), last_value, is_called) from ${sequence}`, [
      `${MAKING}.${name}`,
      column,
    ])
  }
}
