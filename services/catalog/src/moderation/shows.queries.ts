import { type ListShows, Show, type ShowState } from '@griot/contracts/catalog/moderation'
import type { QueryOf } from '@griot/contracts/endpoint'
import { Id, Timestamp } from '@griot/contracts/values'
import { type Queryable, type Sql, sql } from '@griot/service-kit/db/db'
import { NewestFirst } from '@griot/service-kit/db/newest-first'
import { z } from 'zod'
import { listPage, TimePosition } from '../lists.ts'
import { readPodcasts } from '../podcasts/podcasts.queries.ts'
import { isHiddenPodcast } from '../publishing/hidden.queries.ts'
import { isListed } from '../publishing/publishing.queries.ts'
import { containsAll } from '../search-text.ts'

const Found = z.object({
  id: Id,
  createdAt: Timestamp,
  isListed: z.boolean(),
  isFeatured: z.boolean(),
  isHostBlocked: z.boolean(),
  isHidden: z.boolean(),
})

/** The states whose rows an index finds. */
const INDEXED: Partial<Record<ShowState, Sql>> = {
  hidden: isHiddenPodcast,
  featured: sql`p.featured_at is not null`,
}

/**
 * Rows that one page reads for a state without an index. A page of a rare state has fewer rows than its limit, and the
 * cursor of the last row that was read.
 */
const READ_ROWS = 500
const READ_HITS = 100
/** Finds the words of more than 1 % of the podcasts without the index, which would return too many of them. */
const SCANNED_ROWS = 5_000

/** Finds podcasts of all hosts, newest first. */
const findShows = async (db: Queryable, { search, state, cursor, limit }: QueryOf<typeof ListShows>) => {
  const id = Id.safeParse(search?.trim()).data
  const contains = id === undefined ? containsAll(search) : undefined
  const isScanned = state === 'listed' || state === 'empty'
  const read = contains ? READ_HITS : READ_ROWS
  const page = await listPage(
    db,
    {
      row: Found,
      columns: sql`
        p.id, p.created_at as "createdAt", ${isListed(sql`p.id`)} as "isListed", ${isHiddenPodcast} as "isHidden",
        p.featured_at is not null as "isFeatured", p.hidden_by_block as "isHostBlocked"
      `,
      from: sql`podcast p`,
      filter: [state && INDEXED[state], id && sql`(p.id = ${id} or p.host_id = ${id})`],
      sortedBy: [sql`p.created_at`],
      id: sql`p.id`,
      position: TimePosition,
      search: contains && {
        text: sql`p.search_text`,
        isHit: contains(sql`r.text`),
        hits: { condition: contains(sql`p.search_text`) },
        scannedRows: SCANNED_ROWS,
      },
    },
    { cursor, limit: isScanned ? read : limit },
  )
  if (!isScanned) return page
  const matching = page.items.filter((one) => (state === 'listed' ? one.isListed : !one.isListed && !one.isHidden))
  const items = matching.slice(0, limit)
  const last = items.at(-1)
  const isCut = matching.length > limit && last !== undefined
  return { items, next: isCut ? NewestFirst.write([last.createdAt, last.id]) : page.next }
}

const Count = z.object({ id: Id, count: z.number() })

const countEpisodes = async (db: Queryable, ids: readonly string[]) => {
  const rows = await db.many(
    Count,
    sql`select podcast_id as id, count(*) as count from episode where podcast_id = any(${ids}::uuid[]) group by podcast_id`,
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** One page of the podcasts of all hosts, with their state. */
export const listShows = async (db: Queryable, query: QueryOf<typeof ListShows>) => {
  const { items, next } = await findShows(db, query)
  const ids = items.map(({ id }) => id)
  const [podcasts, counts] = await Promise.all([readPodcasts(db, ids), countEpisodes(db, ids)])
  const found = new Map(items.map((item) => [item.id, item]))
  const shows = podcasts.map((podcast) =>
    Show.parse({ ...podcast, ...found.get(podcast.id), episodeCount: counts.get(podcast.id) ?? 0 }),
  )
  return { items: shows, next }
}
