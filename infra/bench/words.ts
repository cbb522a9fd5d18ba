import type pg from 'pg'

const COUNT = 8_000
const SYLLABLES = 'ba ko shi mu ren da lo fi tso gwa ne pri an du sel tha wo ye zi qua'.split(' ')

const syllable = (number: number) => SYLLABLES[Math.floor(number) % SYLLABLES.length] ?? ''

/** The first words are the most frequent ones. */
const word = (number: number) =>
  syllable(number) + syllable(number / SYLLABLES.length) + syllable(number / SYLLABLES.length ** 2)

export const WORDS = Array.from({ length: COUNT }, (_, number) => word(number))

/** Creates `any_word` for this connection. Words have different frequencies, as in a language. */
export const createWords = (client: pg.Client) =>
  client.query(`
    create function pg_temp.any_word() returns text language plpgsql as $$
    declare
      number constant int := floor(${COUNT} * power(random(), 3));
      syllables constant text[] := '{${SYLLABLES}}';
    begin
      return syllables[1 + number % ${SYLLABLES.length}]
        || syllables[1 + number / ${SYLLABLES.length} % ${SYLLABLES.length}]
        || syllables[1 + number / ${SYLLABLES.length ** 2} % ${SYLLABLES.length}];
    end
    $$
  `)

/** In SQL: this many words. */
export const anyWords = (count: number) => Array.from({ length: count }, () => 'pg_temp.any_word()').join(` || ' ' || `)
