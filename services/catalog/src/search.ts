import { Id } from '@griot/contracts/values'
import { emptySql, plannedForValues, type Queryable, type Sql, sql } from '@griot/service-kit/db'
import { z } from 'zod'
import { isPublished } from './episodes/publishing.queries.ts'
import { holds } from './search-text.ts'

/**
 * How far a search looks along the list before it asks the index. A common word has filled its page by then; a rarer
 * one finds few rows through the index. Left to itself, the planner takes one way for all words.
 */
const LOOKED_AT = 500

/** The list that is searched. */
interface SearchedList {
  from: Sql
  id: Sql
  /** The text of a row as it is searched. */
  text: Sql
  inReach: Sql
  order: Sql
}

/** What makes a row of it, here called `r` with its `id` and `text`, one of those looked for. */
interface Wanted {
  beside: Sql
  isHit: Sql
  /** Ids of all hits, by way of the index, whether they are in reach or not. */
  hits: Sql
}

/** An episode with all the words in its title. */
export const wantedEpisodes = (patterns: string[]): Wanted => ({
  beside: emptySql,
  isHit: holds(sql`r.text`, patterns),
  hits: sql`select h.id from episode h where ${holds(sql`h.search_text`, patterns)}`,
})

/** A podcast that holds all the words itself, or in the title of one episode that people can see. */
export const wantedPodcasts = (patterns: string[]): Wanted => ({
  beside: sql`
    left join lateral (
      select e.id from episode e
      where e.podcast_id = r.id and ${isPublished} and ${holds(sql`e.search_text`, patterns)} limit 1
    ) e on true
  `,
  isHit: sql`(${holds(sql`r.text`, patterns)}) or e.id is not null`,
  hits: sql`
    select h.id from podcast h where ${holds(sql`h.search_text`, patterns)}
    union
    select e.podcast_id from episode e where ${isPublished} and ${holds(sql`e.search_text`, patterns)}
  `,
})

const Nearest = z.object({ seen: z.number(), ids: z.array(Id) })

/** Ids of the first `most` hits within reach, in the order of the list. */
export const search = async (
  db: Queryable,
  { from, id, text, inReach, order }: SearchedList,
  { beside, isHit, hits }: Wanted,
  most: number,
) => {
  const { seen, ids } = await db.one(
    Nearest,
    sql`
      with near as materialized (
        select ${id} as id, ${text} as text, row_number() over (order by ${order}) as place
        from ${from} where ${inReach} order by ${order} limit ${LOOKED_AT}
      )
      select (select count(*) from near) as seen, array(
        select r.id from near r ${beside} where ${isHit} order by r.place limit ${most}
      ) as ids
    `,
  )
  if (ids.length === most || seen < LOOKED_AT) return ids
  const rows = await db.many(
    z.object({ id: Id }),
    plannedForValues(sql`
      with hit as materialized (${hits})
      select ${id} as id from hit, ${from} where ${id} = hit.id and ${inReach} order by ${order} limit ${most}
    `),
  )
  return rows.map((row) => row.id)
}
