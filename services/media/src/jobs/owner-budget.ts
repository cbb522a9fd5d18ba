import { type Db, type Queryable, sql } from '@griot/service-kit/db/db'
import { DelayedError, type Job } from '@griot/service-kit/queue/queue'
import { BUDGET_SECONDS, LAST_PRIORITY } from './processing-cost.ts'

const WINDOW = '1 hour'

/** Records the seconds that programs ran for a file, and deletes the records outside of the window. */
export const recordUsage = (db: Queryable, mediaFileId: string, seconds: number) =>
  db.run(sql`
    with forgotten as (delete from media_usage where used_at < clock_timestamp() - ${WINDOW}::interval)
    insert into media_usage (owner_id, seconds) select owner_id, ${seconds} from media_file where id = ${mediaFileId}
  `)

const isOverBudget = async (db: Queryable, mediaFileId: string) => {
  const owners = await db.run(sql`
    select 1 from media_usage
    where owner_id = (select owner_id from media_file where id = ${mediaFileId})
      and used_at > clock_timestamp() - ${WINDOW}::interval
    having sum(seconds) > ${BUDGET_SECONDS}
  `)
  return owners === 1
}

/**
 * Returns the job behind all others of its queue if its owner has used up the budget of the hour. It runs when nothing else
 * waits. Rejects with `DelayedError` then.
 */
export const requireBudget = async (db: Db, mediaFileId: string, job: Job<unknown>) => {
  if (job.priority === LAST_PRIORITY || !(await isOverBudget(db, mediaFileId))) return
  await job.changePriority({ priority: LAST_PRIORITY })
  await job.moveToDelayed(Date.now(), job.token)
  throw new DelayedError()
}
