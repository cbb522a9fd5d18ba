import { Id } from '@griot/contracts/values'
import { plannedForValues, type Queryable, type Sql, sql } from '@griot/service-kit/db'
import { z } from 'zod'
import { holds, LOOKED_AT } from '../search-text.ts'

const Newest = z.object({ seen: z.number(), ids: z.array(Id) })

/** Ids of podcasts that hold all the words themselves, or in the title of one episode: the newest `most` within reach. */
export const searchPodcasts = async (db: Queryable, patterns: string[], inReach: Sql, most: number) => {
  const { seen, ids } = await db.one(
    Newest,
    sql`
      with recent as materialized (
        select p.id, p.search_text, p.created_at from podcast p where ${inReach}
        order by p.created_at desc, p.id desc limit ${LOOKED_AT}
      )
      select (select count(*) from recent) as seen, array(
        select r.id from recent r
        left join lateral (
          select e.id from episode e where e.podcast_id = r.id and ${holds(sql`e.search_text`, patterns)} limit 1
        ) e on true
        where (${holds(sql`r.search_text`, patterns)}) or e.id is not null
        order by r.created_at desc, r.id desc limit ${most}
      ) as ids
    `,
  )
  if (ids.length === most || seen < LOOKED_AT) return ids
  const rows = await db.many(
    z.object({ id: Id }),
    plannedForValues(sql`
      with hit as materialized (
        select h.id from podcast h where ${holds(sql`h.search_text`, patterns)}
        union
        select e.podcast_id from episode e where ${holds(sql`e.search_text`, patterns)}
      )
      select p.id from hit join podcast p on p.id = hit.id where ${inReach}
      order by p.created_at desc, p.id desc limit ${most}
    `),
  )
  return rows.map(({ id }) => id)
}
