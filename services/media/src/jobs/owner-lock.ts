import { type Db, type Queryable, sql } from '@griot/service-kit/db/db'
import type { Log } from '@griot/service-kit/log/log'
import { DelayedError, type Job, type Queue } from '@griot/service-kit/queue/queue'
import { z } from 'zod'

const RENEW_MS = 5_000
// A lock that was not renewed for this time is free: its worker was killed.
const EXPIRES_AFTER_SECONDS = 20
// The release of a lock starts the next job. This delay matters only if the worker was killed before the release.
const RETRY_LOCK_MS = 15_000

/**
 * Runs one job of each owner at a time, so that many files of one user do not block the files of others. A job that
 * cannot get the lock returns to the queue and starts when the lock is released.
 */
export const createOwnerLock = ({ db, queue, log }: { db: Db; queue: Pick<Queue, 'getJob'>; log: Log }) => {
  /** Starts the job that has waited longest. */
  const startNext = async (ownerId: string): Promise<void> => {
    const next = await db.maybeOne(
      JobRow,
      sql`select job_id as "jobId" from media_waiter where owner_id = ${ownerId} order by since, job_id limit 1`,
    )
    if (next === undefined) return
    const job = await queue.getJob(next.jobId)
    if (job !== undefined && !(await job.isCompleted()) && !(await job.isFailed())) {
      // Fails if the job is no longer delayed.
      await job.promote().catch(() => {})
      return
    }
    await db.run(sql`delete from media_waiter where job_id = ${next.jobId}`)
    await startNext(ownerId)
  }

  /** In the background, because an unavailable queue may never respond. The waiting job then retries after its delay. */
  const startInBackground = (ownerId: string) => {
    startNext(ownerId).catch((error: unknown) => log.warn({ err: error }, 'next job of the owner not started'))
  }

  /** Releases the lock of a job and starts the owner's next job. */
  const release = async (jobId: string) => {
    const released = await releaseLock(db, jobId).catch((error: unknown) => {
      log.warn({ err: error, jobId }, 'owner lock not released')
    })
    if (released) startInBackground(released.ownerId)
  }

  const waitForLock = async (job: Job<unknown>, { ownerId, jobId }: OwnerLock): Promise<never> => {
    await db.run(sql`
      insert into media_waiter (job_id, owner_id) values (${jobId}, ${ownerId}) on conflict (job_id) do nothing
    `)
    await job.moveToDelayed(Date.now() + RETRY_LOCK_MS, job.token)
    // The lock may have been released before this job was in `media_waiter`.
    const locks = await db.run(sql`select 1 from media_turn where owner_id = ${ownerId}`)
    if (locks === 0) startInBackground(ownerId)
    throw new DelayedError()
  }

  return {
    /** Runs `work` under the lock of the file's owner. Rejects with `DelayedError` if another job holds the lock. */
    async run(mediaFileId: string, job: Job<unknown>, work: () => Promise<void>) {
      const lock = await takeLock(db, mediaFileId, job.id ?? '')
      // The file was deleted, so there is nothing to process and no owner to lock.
      if (lock === undefined) return work()
      if (!lock.isTaken) return waitForLock(job, lock)
      const renewing = setInterval(() => {
        renewLock(db, lock).catch((error: unknown) => log.warn({ err: error }, 'owner lock not renewed'))
      }, RENEW_MS)
      try {
        await work()
      } finally {
        clearInterval(renewing)
        await release(lock.jobId)
      }
    },
    release,
  }
}

const JobRow = z.object({ jobId: z.string() })
const OwnerLockRow = JobRow.extend({ ownerId: z.string(), isTaken: z.boolean() })
/** The lock of one owner, held or requested by one job. */
export type OwnerLock = Omit<z.output<typeof OwnerLockRow>, 'isTaken'>

/**
 * Takes the lock of a file's owner, unless another job holds it. A job that holds it already, from a worker that was
 * killed, takes it again. Returns undefined if the file was deleted.
 */
export const takeLock = (db: Queryable, mediaFileId: string, jobId: string) =>
  db.maybeOne(
    OwnerLockRow,
    sql`
      with owner as (select owner_id from media_file where id = ${mediaFileId}),
      taken as (
        insert into media_turn (owner_id, job_id) select owner_id, ${jobId} from owner
        on conflict (owner_id) do update set job_id = excluded.job_id, taken_at = clock_timestamp()
        where media_turn.job_id = excluded.job_id
          or media_turn.taken_at < clock_timestamp() - make_interval(secs => ${EXPIRES_AFTER_SECONDS})
        returning job_id
      ), no_longer_waiting as (
        delete from media_waiter where job_id in (select job_id from taken)
      )
      select owner_id as "ownerId", ${jobId}::text as "jobId", exists (select 1 from taken) as "isTaken" from owner
    `,
  )

export const renewLock = (db: Queryable, { ownerId, jobId }: OwnerLock) =>
  db.run(sql`
    update media_turn set taken_at = clock_timestamp() where owner_id = ${ownerId} and job_id = ${jobId}
  `)

/** Releases the lock that a job still holds. Returns its owner. */
export const releaseLock = (db: Queryable, jobId: string) =>
  db.maybeOne(
    OwnerLockRow.pick({ ownerId: true }),
    sql`delete from media_turn where job_id = ${jobId} returning owner_id as "ownerId"`,
  )
