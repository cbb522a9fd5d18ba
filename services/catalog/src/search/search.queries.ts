import { CATEGORIES } from '@griot/contracts/catalog/podcasts'
import { Host, MAX_HITS } from '@griot/contracts/catalog/search'
import { Id } from '@griot/contracts/values'
import { emptySql, joinSql, plannedForValues, type Queryable, type Sql, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { pictureUrl } from '../pictures/pictures.queries.ts'
import { isListed, isPlayable, isPublished } from '../publishing/publishing.queries.ts'
import { likePattern } from '../search-text.ts'

/** The words of a search, folded: letters and digits only. Not empty. */
type Words = readonly string[]

/** Rows that match, and their order; the greatest rank first. At most `MAX_HITS` of them are found. */
interface Hits {
  from: Sql
  where: Sql
  rank: Sql
}

/** The rows that a search reads. */
interface Source {
  from: Sql
  /** The names of a row, in which similar words are found. Has a trigram index. */
  names: Sql
  isHit: (word: string) => Sql
  isVisible: Sql
  rank: (words: Words) => Sql
  /** Further rows, or the best ones: these are found even if more than `MAX_HITS` rows contain the words. */
  more?: (words: Words) => Hits[]
  /** Rows that are read only if the others are fewer than `MAX_HITS`: their index is slow for frequent words. */
  last?: (words: Words) => Hits
}

interface Found {
  hits: Hits[]
  last?: Hits | undefined
}

const allOf = (isHit: Source['isHit'], words: Words) => joinSql(words.map(isHit), ' and ')

/** Rows that contain every word. */
const containing = ({ from, isHit, isVisible, rank, more, last }: Source, words: Words): Found => {
  const visible = (hits: Hits) => ({ ...hits, where: sql`${hits.where} and ${isVisible}` })
  const first = { from, where: allOf(isHit, words), rank: rank(words) }
  return { hits: [first, ...(more?.(words) ?? [])].map(visible), last: last && visible(last(words)) }
}

/** The default of 0.6 misses two typos in a short title, such as "cain road" for "Cane Road". */
const MIN_SIMILARITY = '0.5'

/** Shorter words resemble too many others. */
const hasLongWord = (words: Words) => words.some((word) => word.length >= 4)

/** Rows with a part that is similar to the words, with their similarity. */
const similar = ({ from, names, isVisible }: Source, words: Words): Found => {
  const typed = words.join(' ')
  const hits = {
    // Joined, so that the threshold is set before the operator `<%` reads it. It is valid for this statement only.
    from: sql`
      (
        select set_config('pg_trgm.word_similarity_threshold', ${MIN_SIMILARITY}, true), ${typed}::text as typed offset 0
      ) s join ${from} on s.typed <% ${names}
    `,
    where: isVisible,
    rank: sql`word_similarity(s.typed, ${names})`,
  }
  return { hits: [hits] }
}

/** Searches the words as typed, and similar ones if nothing contains them. */
const search = async <Result extends { total: number }>(
  source: Source,
  words: Words,
  read: (found: Found) => Promise<Result>,
) => {
  const exact = await read(containing(source, words))
  return exact.total > 0 || !hasLongWord(words) ? exact : read(similar(source, words))
}

const hitsOf = (columns: Sql, found: Hits[]) =>
  joinSql(
    found.map(
      ({ from, where, rank }) =>
        sql`(select ${columns}, ${rank} as rank from ${from} where ${where} limit ${MAX_HITS})`,
    ),
    ' union ',
  )

const Ids = z.object({ total: z.number(), ids: z.array(Id) })

const bestIds = (db: Queryable, id: Sql, next: Sql, limit: number) => {
  const columns = sql`${id} as id, ${next} as next`
  const readLast = ({ from, where, rank }: Hits) => sql`
    union all (
      select ${columns}, ${rank} as rank from ${from} where ${where} and ${id} not in (select id from named)
      limit (select greatest(0, ${MAX_HITS} - count(*)) from named)
    )
  `
  return ({ hits, last }: Found) =>
    db.one(
      Ids,
      plannedForValues(sql`
        with named as materialized (
          select id, next, max(rank) as rank from (${hitsOf(columns, hits)}) each_hit group by id, next
        ), hit as materialized (
          select id, next, rank from named ${last ? readLast(last) : emptySql}
        )
        select (select least(count(*), ${MAX_HITS})::int from hit) as total, array(
          select id from hit order by rank desc, next desc, id limit ${limit}
        ) as ids
      `),
    )
}

/** The category that a word names or begins to name: "tech" is technology. */
const inCategory = (word: string) => {
  const category = word.length < 4 ? undefined : CATEGORIES.find((name) => name.startsWith(word))
  return category === undefined ? emptySql : sql`or p.category = ${category}`
}

/** A name does not begin with a space, as the pattern of a short word requires. */
const nameContains = (name: Sql, word: string) => sql`(${name} like ${likePattern(word)} or ${name} like ${`${word}%`})`

/** Title and description of episode `e` contain words that start with the given ones. Short words match whole words only. */
const containsWords = (words: Words) => {
  const query = words.map((word) => (word.length < 3 ? `'${word}'` : `'${word}':*`)).join(' & ')
  return sql`search_words(e.title || ' ' || e.description) @@ ${query}::tsquery`
}

/** The form of the words at the start of a search text. */
const atStart = (words: Words) => ` ${words.join(' ')}`

const startsWith = (text: Sql, words: Words) => sql`starts_with(${text}, ${atStart(words)})`

/** The search text begins with title and host, in about their length. */
const rankOfPodcast = (words: Words) => {
  const isIn = (end: Sql) => allOf((word) => sql`strpos(left(p.search_text, ${end}), ${word}) > 0`, words)
  return sql`case
    when ${startsWith(sql`p.search_text`, words)} and length(p.title) < length(${atStart(words)}) then 4
    when ${startsWith(sql`p.search_text`, words)} then 3
    when ${isIn(sql`length(p.title) + 1`)} then 2
    when ${isIn(sql`length(p.title) + length(p.host_name) + 2`)} then 1
    else 0 end`
}

/** Title and host of podcast `p` contain every word. */
const isNamed = (words: Words) => allOf((word) => nameContains(sql`folded(p.title || ' ' || p.host_name)`, word), words)

const podcasts: Source = {
  from: sql`podcast p`,
  names: sql`folded(p.title || ' ' || p.host_name)`,
  isHit: (word) => sql`(p.search_text like ${likePattern(word)} ${inCategory(word)})`,
  isVisible: isListed(sql`p.id`),
  rank: rankOfPodcast,
  more: (words) => [{ from: sql`podcast p`, where: isNamed(words), rank: rankOfPodcast(words) }],
}

/** Ids of the best podcasts; equal ones by popularity. */
export const searchPodcasts = (db: Queryable, words: Words, limit: number) => {
  const trending = sql`(select a.trending from podcast_popularity a where a.podcast_id = p.id)`
  return search(podcasts, words, bestIds(db, sql`p.id`, trending, limit))
}

const episodes: Source = {
  from: sql`episode e`,
  names: sql`e.search_text`,
  isHit: (word) => sql`e.search_text like ${likePattern(word)}`,
  isVisible: sql`${isPublished} and ${isPlayable}`,
  rank: () => sql`2`,
  more: (words) => [
    {
      from: sql`episode e`,
      where: sql`e.search_text like ${`${atStart(words)}%`}`,
      rank: sql`3 + (e.search_text = ${atStart(words)})::int`,
    },
    {
      from: sql`episode e`,
      // The array is read once. PostgreSQL may join a subquery from the episodes, and compute the names for each of them.
      where: sql`e.podcast_id = any(array(select p.id from podcast p where ${isNamed(words)} limit ${MAX_HITS}))`,
      rank: sql`1`,
    },
  ],
  last: (words) => ({ from: sql`episode e`, where: containsWords(words), rank: sql`0` }),
}

/** Ids of the best episodes: by title, then by show and host, then by description; equal ones newest first. */
export const searchEpisodes = (db: Queryable, words: Words, limit: number) =>
  search(episodes, words, bestIds(db, sql`e.id`, sql`e.release_date`, limit))

const hosts: Source = {
  from: sql`podcast p`,
  names: sql`folded(p.host_name)`,
  isHit: (word) => nameContains(sql`folded(p.host_name)`, word),
  isVisible: isListed(sql`p.id`),
  rank: (words) => sql`${startsWith(sql`' ' || folded(p.host_name)`, words)}::int`,
}

const SHOWN_PODCASTS = 3

const HostRow = Host.omit({ image: true }).extend({
  creatorId: Id.nullable(),
  portraitId: Id.nullable(),
  total: z.number(),
})

/** The best hosts; equal ones by their number of podcasts. */
export const searchHosts = (db: Queryable, words: Words, limit: number) =>
  search(hosts, words, async (found) => {
    const rows = await db.many(
      HostRow,
      plannedForValues(sql`
        with hit as materialized (
          ${hitsOf(sql`p.id, p.host_id, p.host_name, p.title, p.created_at`, found.hits)}
        ), host as (
          select host_id, max(rank) as rank, (array_agg(host_name order by created_at desc))[1] as name,
            count(*)::int as podcasts, json_agg(json_build_object('id', id, 'title', title) order by created_at desc) as shows
          from hit group by host_id
        )
        select h.host_id as "hostId", h.name, c.id as "creatorId", c.portrait_id as "portraitId",
          h.podcasts as "podcastCount", h.shows as podcasts, count(*) over ()::int as total
        from host h left join creator_profile c on c.user_id = h.host_id
        order by h.rank desc, h.podcasts desc, h.host_id limit ${limit}
      `),
    )
    const items = rows.map(({ creatorId, portraitId, total, ...host }) => ({
      ...host,
      image: pictureUrl('portrait', creatorId, portraitId),
      podcasts: host.podcasts.slice(0, SHOWN_PODCASTS),
    }))
    return { total: rows[0]?.total ?? 0, items }
  })
