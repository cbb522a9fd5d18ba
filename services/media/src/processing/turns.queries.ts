import { type Queryable, sql } from '@griot/service-kit/db'
import { z } from 'zod'

/** A turn that nobody has spoken for in this time is free: its worker was killed. */
const SILENT_SECONDS = 20

export interface Turn {
  ownerId: string
  jobId: string
}

/**
 * Takes the turn of a file's owner for a job; one that has it already, from a worker that was killed, takes it again.
 * Answers whose turn it is and whether the job has it; undefined when the file is gone.
 */
export const takeTurn = (db: Queryable, mediaFileId: string, jobId: string) =>
  db.maybeOne(
    z
      .object({ owner_id: z.string(), is_taken: z.boolean() })
      .transform((row) => ({ turn: { ownerId: row.owner_id, jobId } satisfies Turn, isTaken: row.is_taken })),
    sql`
      with owner as (select owner_id from media_file where id = ${mediaFileId}),
      taken as (
        insert into media_turn (owner_id, job_id) select owner_id, ${jobId} from owner
        on conflict (owner_id) do update set job_id = excluded.job_id, taken_at = clock_timestamp()
        where media_turn.job_id = excluded.job_id
          or media_turn.taken_at < clock_timestamp() - make_interval(secs => ${SILENT_SECONDS})
        returning job_id
      ), no_longer_waiting as (
        delete from media_waiter where job_id in (select job_id from taken)
      )
      select owner_id, exists (select 1 from taken) as is_taken from owner
    `,
  )

export const keepTurn = (db: Queryable, { ownerId, jobId }: Turn) =>
  db.run(sql`
    update media_turn set taken_at = clock_timestamp() where owner_id = ${ownerId} and job_id = ${jobId}
  `)

export const giveTurn = (db: Queryable, { ownerId, jobId }: Turn) =>
  db.run(sql`delete from media_turn where owner_id = ${ownerId} and job_id = ${jobId}`)

/** Ends the turn that a job still has, and answers whose it was. */
export const endTurnOf = async (db: Queryable, jobId: string) => {
  const row = await db.maybeOne(
    z.object({ owner_id: z.string() }),
    sql`delete from media_turn where job_id = ${jobId} returning owner_id`,
  )
  return row?.owner_id
}

export const isTurnFree = async (db: Queryable, ownerId: string) =>
  (await db.run(sql`select 1 from media_turn where owner_id = ${ownerId}`)) === 0

export const waitForTurn = (db: Queryable, { ownerId, jobId }: Turn) =>
  db.run(sql`
    insert into media_waiter (job_id, owner_id) values (${jobId}, ${ownerId}) on conflict (job_id) do nothing
  `)

export const stopWaiting = (db: Queryable, jobId: string) =>
  db.run(sql`delete from media_waiter where job_id = ${jobId}`)

/** The job of a person that has waited longest. */
export const nextWaiter = async (db: Queryable, ownerId: string) => {
  const row = await db.maybeOne(
    z.object({ job_id: z.string() }),
    sql`select job_id from media_waiter where owner_id = ${ownerId} order by since, job_id limit 1`,
  )
  return row?.job_id
}
