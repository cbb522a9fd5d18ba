import { joinSql, type Sql, sql } from '@griot/service-kit/db/db'

// Letters without a Unicode decomposition, each after the plain letter that users type for them.
const SPECIAL_LETTERS = 'bɓ dɖɗđ eɛǝə fƒ gɣ iıɩ kƙ lł nŋɲ oɔø vʋ yƴ'
const PLAIN_LETTERS = new Map([
  ...SPECIAL_LETTERS.split(' ').flatMap(([plain = '', ...special]) =>
    special.map((letter): [string, string] => [letter, plain]),
  ),
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ß', 'ss'],
])

/** The words of a text without case, accents and punctuation: "Asɛm pa, Grandma’s" becomes asem, pa, grandmas. */
const wordsOf = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’‘ʼ]/gu, '')
    .toLowerCase()
    .replace(/[^\p{ASCII}]/gu, (letter) => PLAIN_LETTERS.get(letter) ?? letter)
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** The indexed form of texts: their words, each preceded by a space. */
export const searchText = (...parts: string[]) =>
  parts
    .flatMap(wordsOf)
    .map((word) => ` ${word}`)
    .join('')

const MAX_WORDS = 8

// The trigram index needs three letters. Shorter words match the start of a word, which the preceding space makes three.
const SHORT = /^[a-z0-9]{1,2}$/

/** The words of a search. "&" is no word, so "and" is not searched beside other words. */
export const searchWords = (search: string) => {
  const words = wordsOf(search)
  const meant = words.filter((word) => word !== 'and')
  return (meant.length > 0 ? meant : words).slice(0, MAX_WORDS)
}

/** Of search texts that contain the word. */
export const likePattern = (word: string) => (SHORT.test(word) ? `% ${word}%` : `%${word}%`)

/** Returns the condition under which a search text contains all words of a search; undefined without words. */
export const containsAll = (search = '') => {
  const words = searchWords(search)
  if (words.length === 0) return undefined
  return (text: Sql) =>
    joinSql(
      words.map((word) => sql`${text} like ${likePattern(word)}`),
      ' and ',
    )
}
