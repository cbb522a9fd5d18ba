import type { z } from 'zod'
import { joinSql, plannedForValues, type Queryable, rawSql, type Sql, sql } from './db.ts'

const MAX_WORDS = 8
const MAX_LETTERS = 100

/** The words of a text as `words_of` of the migrations finds them. */
const wordsIn = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]+/g, '')
    .split(/[^a-z0-9\u0080-\uffff]+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map((word) => word.slice(0, MAX_LETTERS))

/** The condition that a text has, for each word of a search, a word that starts with it; undefined without words. */
export const containsWords = (words: Sql, search = '') => {
  const given = wordsIn(search)
  if (given.length === 0) return undefined
  return sql`${words} @@ ${given.map((word) => `'${word}':*`).join(' & ')}::tsquery`
}

// Computing their words takes about as long as sorting the matches of a word that 1.7 % of a million rows have.
const EXAMINED = 3_000

interface SearchedList {
  table: string
  columns: Sql
  conditions: readonly Sql[]
  /** From `containsWords`. */
  words: Sql | undefined
  orderBy: Sql
  limit: number
}

/**
 * Reads a page of a sorted list. PostgreSQL estimates 2 % of the rows for every word that is not frequent, and would read a
 * whole table in order to find none. So only the first rows are read in order; if they have too few matches, the index of
 * the words finds all of them.
 */
export const readSearched = async <Row extends z.ZodType>(db: Queryable, row: Row, list: SearchedList) => {
  const { columns, conditions, words, orderBy, limit } = list
  const table = rawSql(list.table)
  const others = joinSql([sql`true`, ...conditions], ' and ')
  const read = (source: Sql, condition: Sql) =>
    db.many(
      row,
      plannedForValues(sql`select ${columns} from ${source} where ${condition} order by ${orderBy} limit ${limit}`),
    )

  if (words === undefined) return read(table, others)
  const first = sql`(select * from ${table} where ${others} order by ${orderBy} limit ${EXAMINED}) ${table}`
  const found = await read(first, words)
  if (found.length === limit) return found
  // Without `offset 0` PostgreSQL would read the table in order.
  return read(sql`(select * from ${table} where ${others} and ${words} offset 0) ${table}`, sql`true`)
}
