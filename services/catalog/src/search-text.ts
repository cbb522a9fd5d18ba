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
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
}

/** Text as it is searched: without case, accents and typographic marks, so that "Asɛm pa" is found by "asem pa". */
export const searchText = (...parts: string[]) =>
  parts
    .join('\n')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{ASCII}]/gu, (letter) => PLAIN[letter] ?? letter)
    .replace(/[^\S\n]+/g, ' ')

const MOST_WORDS = 8

/** One `like` pattern for each word looked for; text must match them all. */
export const likePatterns = (search: string) =>
  searchText(search)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)

/** The text matches all the patterns. */
export const holds = (text: Sql, patterns: string[]) =>
  joinSql(
    patterns.map((pattern) => sql`${text} like ${pattern}`),
    ' and ',
  )
