import { type Sql, sql } from './db.ts'

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
