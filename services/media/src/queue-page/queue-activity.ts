import { type QueueActivity, QueueHour } from '@griot/contracts/queue'
import { type Db, emptySql, sql } from '@griot/service-kit/db/db'
import type { Caller } from '@griot/service-kit/identity/identity'
import { z } from 'zod'

const HOURS = 24

/** The outcomes of each of the last hours: of all files for an admin, otherwise of those of the caller. */
export const queueActivity = async (db: Db, caller: Caller): Promise<QueueActivity> => {
  const outcomes = sql`
    select s.kind, s.at, s.at - m.created_at as took
    from media_step s join media_file m on m.id = s.media_file_id
    where s.kind in ('ready', 'failed') and s.at >= ${FIRST_HOUR}
      ${caller.isAdmin ? emptySql : sql`and m.owner_id = ${caller.id}`}
  `
  const [hours, { medianSeconds }] = await Promise.all([
    db.many(
      QueueHour,
      sql`
        select h."from",
          count(*) filter (where o.kind = 'ready') as ready,
          count(*) filter (where o.kind = 'failed') as failed
        from generate_series(${FIRST_HOUR}, ${THIS_HOUR}, interval '1 hour') h("from")
        left join (${outcomes}) o on o.at >= h."from" and o.at < h."from" + interval '1 hour'
        group by h."from"
        order by h."from"
      `,
    ),
    db.one(
      z.object({ medianSeconds: z.number().nullable() }),
      sql`
        select extract(epoch from percentile_cont(0.5) within group (order by took))::float8 as "medianSeconds"
        from (${outcomes}) o where o.kind = 'ready'
      `,
    ),
  ])
  return { hours, medianSeconds }
}

// Whole hours of the database's clock. The current hour is the last.
const THIS_HOUR = sql`date_trunc('hour', now())`
const FIRST_HOUR = sql`${THIS_HOUR} - make_interval(hours => ${HOURS - 1})`
