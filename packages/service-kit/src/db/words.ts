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

interface WordConditions {
  /** For each word of the search, the text has a word that starts with it. An index finds these rows. */
  isMatch: Sql
  /** True for all matches and for some other rows. Computing the words of a text takes three times as long. */
  mayMatch: Sql
}

/** The conditions of a search in a text; undefined without words. */
export const containsWords = (text: Sql, search = ''): WordConditions | undefined => {
  const given = wordsIn(search)
  if (given.length === 0) return undefined
  const longest = given.reduce((one, other) => (other.length > one.length ? other : one))
  return {
    isMatch: sql`words_of(${text}) @@ ${given.map((word) => `'${word}':*`).join(' & ')}::tsquery`,
    mayMatch: sql`
      strpos(regexp_replace(lower(normalize(${text}, nfkd)), '[\\u0300-\\u036f]+', '', 'g'), ${longest}) > 0
    `,
  }
}

// Examining them takes about as long as sorting the matches of a word that 0.7 % of a million rows have.
const EXAMINED = 7_000

interface SearchedList {
  table: string
  columns: Sql
  conditions: readonly Sql[]
  /** From `containsWords`. */
  words: WordConditions | undefined
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
  const found = await read(first, sql`${words.mayMatch} and ${words.isMatch}`)
  if (found.length === limit) return found
  // Without `offset 0` PostgreSQL would read the table in order.
  return read(sql`(select * from ${table} where ${others} and ${words.isMatch} offset 0) ${table}`, sql`true`)
}
