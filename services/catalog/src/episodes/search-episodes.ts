import { Id } from '@griot/contracts/values'
import { plannedForValues, type Queryable, type Sql, sql } from '@griot/service-kit/db'
import { z } from 'zod'
import { holds, LOOKED_AT } from '../search-text.ts'

const Newest = z.object({ seen: z.number(), ids: z.array(Id) })

/** Ids of episodes with all the words in their title: the newest `most` within reach. */
export const searchEpisodes = async (db: Queryable, patterns: string[], inReach: Sql, most: number) => {
  const { seen, ids } = await db.one(
    Newest,
    sql`
      with recent as materialized (
        select e.id, e.search_text, e.release_date from episode e where ${inReach}
        order by e.release_date desc, e.id desc limit ${LOOKED_AT}
      )
      select (select count(*) from recent) as seen, array(
        select r.id from recent r where ${holds(sql`r.search_text`, patterns)}
        order by r.release_date desc, r.id desc limit ${most}
      ) as ids
    `,
  )
  if (ids.length === most || seen < LOOKED_AT) return ids
  const rows = await db.many(
    z.object({ id: Id }),
    plannedForValues(sql`
      with hit as materialized (select h.id from episode h where ${holds(sql`h.search_text`, patterns)})
      select e.id from hit join episode e on e.id = hit.id where ${inReach}
      order by e.release_date desc, e.id desc limit ${most}
    `),
  )
  return rows.map(({ id }) => id)
}
