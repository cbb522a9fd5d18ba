import type pg from 'pg'
import { eachOf, type Shapes } from './make.ts'
import { BY, CutRefused, type CutTable, MAKING, SCHEMA, TABLES } from './tables.ts'

/** Of PostgreSQL's pages of 8 kB: a quarter of a gigabyte, seconds of work, in a transaction of its own. */
const PAGES_AT_ONCE = 32_768

const insertInto = (name: string, columns: readonly string[]) => {
  const named = columns.map((column) => `"${column}"`).join(', ')
  // A row keeps its number.
  return {
    into: `insert into ${MAKING}.${name} (${named}) overriding system value`,
    values: columns.map((column) => `original."${column}"`).join(', '),
  }
}

const pagesOf = async (client: pg.ClientBase, name: string): Promise<number> => {
  const { rows } = await client.query('select pg_relation_size($1::regclass) / current_setting($2)::int as pages', [
    `${SCHEMA}.${name}`,
    'block_size',
  ])
  return Number(rows[0].pages)
}

/** Copies all that has settled, in the order it lies there. What comes behind the last page is noted. */
export const copySettled = async (
  client: pg.ClientBase,
  shapes: Shapes,
  tell: (name: string, share: number, rows: number) => void,
) => {
  for (const { name, settled, shape } of eachOf(shapes)) {
    const { into, values } = insertInto(name, shape.columns)
    const pages = await pagesOf(client, name)
    let rows = 0
    for (let from = 0; from < pages; from += PAGES_AT_ONCE) {
      const copied = await client.query(`
        ${into} select ${values} from ${SCHEMA}.${name} original
        where ctid >= '(${from},0)' and ctid < '(${from + PAGES_AT_ONCE},0)' and (${settled})`)
      rows += copied.rowCount ?? 0
      tell(name, Math.min(1, (from + PAGES_AT_ONCE) / pages), rows)
    }
  }
}

const sumsOf = ({ sums }: CutTable, of: string) => [
  'count(*)',
  ...sums.map((column) => `coalesce(sum(${of}.${column}), 0)`),
]

const refuseIfDifferent = async (client: pg.ClientBase, table: string, query: string) => {
  const { rows } = await client.query<{ who: string }>(`${query} limit 1`)
  const [different] = rows
  if (different === undefined) return
  throw new CutRefused(`The copy of ${table} differs from it for ${different.who}: nothing was changed.`)
}

/** Everybody's rows counted and added up, here and there, as this transaction sees them. */
export const compareAll = async (client: pg.ClientBase) => {
  // Everybody in their order along an index is every page many times over: both are read once, as they lie.
  for (const way of ['indexscan', 'indexonlyscan', 'bitmapscan']) await client.query(`set local enable_${way} = off`)
  for (const table of TABLES) {
    const sums = sumsOf(table, 'one')
    const of = (schema: string) => `
      select ${BY}, row(${sums.join(', ')}) as sums from ${schema}.${table.name} one where (${table.settled}) group by ${BY}`
    await refuseIfDifferent(
      client,
      table.name,
      `select ${BY} as who from (${of(SCHEMA)}) here full join (${of(MAKING)}) there using (${BY})
       where here.sums is distinct from there.sums`,
    )
  }
}

/** The same for people of whom something was just taken over, along the index. */
const comparePeople = async (client: pg.ClientBase) => {
  for (const table of TABLES) {
    const of = (schema: string) => `
      select row(${sumsOf(table, 'one').join(', ')}) as sums from ${schema}.${table.name} one
      where one.${BY} = person.${BY} and (${table.settled})`
    await refuseIfDifferent(
      client,
      table.name,
      `select ${BY} as who from (select distinct ${BY} from taken) person, lateral (${of(SCHEMA)}) here,
         lateral (${of(MAKING)}) there
       where here.sums is distinct from there.sums`,
    )
  }
}

/** What was just taken over, row by row: others wait, and whatever else these people have was compared before. */
const compareRows = async (client: pg.ClientBase, shapes: Shapes) => {
  for (const { name, shape } of eachOf(shapes)) {
    // As text: some types, as JSON, do not know what is the same.
    const row = (of: string) => `row(${shape.columns.map((column) => `${of}."${column}"`).join(', ')})::text`
    await refuseIfDifferent(
      client,
      name,
      `select taken.${BY} as who from taken
       join ${SCHEMA}.${name} here using (${BY}, id) left join ${MAKING}.${name} there using (${BY}, id)
       where taken.of = '${name}' and ${row('here')} is distinct from ${row('there')}`,
    )
  }
}

/**
 * Takes over what has been noted, as one transaction sees it, and compares. What has not settled waits for the next time,
 * unless this is the `last` one, when nobody can write. Answers how many rows were taken over.
 */
export const catchUp = async (client: pg.ClientBase, shapes: Shapes, isLast: boolean): Promise<number> => {
  await client.query(`
    create temporary table taken (of text, ${BY} uuid, id uuid) on commit drop;
    with gone as (delete from ${MAKING}.noted returning *) insert into pg_temp.taken select * from gone;
    analyze pg_temp.taken`)
  let rows = 0
  for (const { name, settled, shape } of eachOf(shapes)) {
    const { into, values } = insertInto(name, shape.columns)
    const original = `pg_temp.taken join ${SCHEMA}.${name} original using (${BY}, id) where taken.of = '${name}'`
    const ready = isLast ? '' : `and (${settled})`
    const copied = await client.query(`${into} select ${values} from ${original} ${ready} on conflict do nothing`)
    rows += copied.rowCount ?? 0
    if (isLast) continue
    await client.query(`insert into ${MAKING}.noted select '${name}', ${BY}, id from ${original} and not (${settled})`)
  }
  await (isLast ? compareRows(client, shapes) : comparePeople(client))
  return rows
}
