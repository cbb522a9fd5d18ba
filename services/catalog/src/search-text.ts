import { joinSql, type Sql, sql } from '@griot/service-kit/db'

// Letters that have no accent to take off, and are still typed as their plain neighbours.
const PLAIN: Record<string, string> = {
  ɓ: 'b',
  ɖ: 'd',
  ɗ: 'd',
  đ: 'd',
  ɛ: 'e',
  ǝ: 'e',
  ə: 'e',
  ƒ: 'f',
  ɣ: 'g',
  ı: 'i',
  ɩ: 'i',
  ƙ: 'k',
  ł: 'l',
  ŋ: 'n',
  ɲ: 'n',
  ɔ: 'o',
  ø: 'o',
  ʋ: 'v',
  ƴ: 'y',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
}

/** The words of a text without case, accents and punctuation: "Asɛm pa, Grandma’s" are asem, pa and grandmas. */
const wordsOf = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’‘ʼ]/gu, '')
    .toLowerCase()
    .replace(/[^\p{ASCII}]/gu, (letter) => PLAIN[letter] ?? letter)
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Text as it is searched: its words, with a blank before each. */
export const searchText = (...parts: string[]) =>
  parts
    .flatMap(wordsOf)
    .map((word) => ` ${word}`)
    .join('')

const MOST_WORDS = 8

// The index knows three letters in a row; of fewer, only those that a word begins with.
const SHORT = /^[a-z0-9]{1,2}$/

/** One `like` pattern for each word looked for; text must match them all. */
export const likePatterns = (search: string) =>
  wordsOf(search)
    .slice(0, MOST_WORDS)
    .map((word) => (SHORT.test(word) ? `% ${word}%` : `%${word}%`))

/** The text matches all the patterns. */
export const holds = (text: Sql, patterns: string[]) =>
  joinSql(
    patterns.map((pattern) => sql`${text} like ${pattern}`),
    ' and ',
  )
