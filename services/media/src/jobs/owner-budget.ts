import { type Db, type Queryable, sql } from '@griot/service-kit/db/db'
import { DelayedError, type Job } from '@griot/service-kit/queue/queue'
import { z } from 'zod'
import { laterPriorityOf } from './processing-cost.ts'

const WINDOW = '1 hour'

/** Records the seconds that programs ran for a file, and deletes the records outside of the window. */
export const recordUsage = (db: Queryable, mediaFileId: string, seconds: number) =>
  db.run(sql`
    with expired as (delete from media_usage where used_at < clock_timestamp() - ${WINDOW}::interval)
    insert into media_usage (owner_id, seconds) select owner_id, ${seconds} from media_file where id = ${mediaFileId}
  `)

const UsageRow = z.object({ seconds: z.number() })

const usedBy = async (db: Queryable, mediaFileId: string) => {
  const { seconds } = await db.one(
    UsageRow,
    sql`
      select coalesce(sum(seconds), 0)::float8 as seconds from media_usage
      where owner_id = (select owner_id from media_file where id = ${mediaFileId})
        and used_at > clock_timestamp() - ${WINDOW}::interval
    `,
  )
  return seconds
}

/**
 * Returns the job to its queue, behind the jobs of owners who have used less, if its owner has used up seconds since it was
 * added. Rejects with `DelayedError` then.
 */
export const requireTurn = async (db: Db, mediaFileId: string, job: Job<unknown>) => {
  const priority = laterPriorityOf(job.priority, await usedBy(db, mediaFileId))
  if (priority === null) return
  await job.changePriority({ priority })
  await job.moveToDelayed(Date.now(), job.token)
  throw new DelayedError()
}
