import { z } from 'zod'
import { emptySql, joinSql, plannedForValues, type Queryable, rawSql, type Sql, sql } from './db.ts'

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

// A fiftieth of a million rows: sorting them and finding a page of more frequent words in order take about the same time.
const MOST_SORTED = 20_000

interface SearchedList {
  table: string
  /** From `containsWords`. */
  words: Sql | undefined
  conditions: readonly Sql[]
  /** Returns the query of a page with a further column. It reads `source`, which has the name of the table. */
  page(source: Sql, condition: Sql, column: Sql): Sql
}

/**
 * Reads a page of a sorted list. PostgreSQL estimates 2 % of the rows for every word that is not frequent, and would then
 * read the list in order until it has found enough. So rare words are found by their index and sorted.
 */
export const readSearched = async <Row extends z.ZodObject>(db: Queryable, row: Row, list: SearchedList) => {
  const { table, words, conditions, page } = list
  const from = rawSql(table)
  const condition = joinSql([sql`true`, ...(words === undefined ? [] : [words]), ...conditions], ' and ')
  const readInOrder = () => db.many(row, plannedForValues(page(from, condition, emptySql)))
  if (words === undefined) return readInOrder()

  const matching = sql`(select * from ${from} where ${condition} limit ${MOST_SORTED + 1}) ${from}`
  const found = await db.many(
    row.extend({ matches: z.number() }),
    plannedForValues(page(matching, sql`true`, sql`, count(*) over () as matches`)),
  )
  const [first] = found as { matches: number }[]
  return first !== undefined && first.matches > MOST_SORTED ? readInOrder() : (found as z.output<Row>[])
}
