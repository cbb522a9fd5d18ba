import { emptySql, type Queryable, sql, type Tx } from '@griot/service-kit/db'
import { z } from 'zod'
import { MediaFileRow, mediaFileColumns } from './media-file.ts'

/** The place of a file in its owner's list. */
export interface Place {
  createdAt: string
  id: string
}

export const findFile = (db: Queryable, id: string) =>
  db.maybeOne(
    MediaFileRow,
    sql`select ${mediaFileColumns} from media_file m where m.id = ${id} and m.deleted_at is null`,
  )

/** As `findFile`, and nobody else can delete, link or finish it until the transaction ends. */
export const lockFile = async (tx: Tx, id: string) => {
  // Locked first and read then: what stands in other tables about it would else be from before the wait.
  await tx.run(sql`select 1 from media_file where id = ${id} and deleted_at is null for update`)
  return findFile(tx, id)
}

export const filesOf = (db: Queryable, ownerId: string, { after, limit }: { after: Place | null; limit: number }) =>
  db.many(
    MediaFileRow,
    sql`
      select ${mediaFileColumns} from media_file m
      where m.owner_id = ${ownerId} and m.deleted_at is null and m.replaces is null
        ${after === null ? emptySql : sql`and (m.created_at, m.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`}
      order by m.created_at desc, m.id desc
      limit ${limit}
    `,
  )

const MOST_CHANGES = 100

/** Files of a person that are being processed or have changed lately; without a time: in the last minute. */
export const changedFilesOf = (db: Queryable, ownerId: string, since: string | null) =>
  db.many(
    MediaFileRow,
    sql`
      select ${mediaFileColumns} from media_file m
      where m.owner_id = ${ownerId} and m.deleted_at is null and m.replaces is null and (
        m.status = 'processing' or
        m.updated_at > coalesce(${since}::timestamptz, clock_timestamp() - interval '1 minute')
      )
      order by m.updated_at desc
      limit ${MOST_CHANGES}
    `,
  )

export const writeName = (tx: Tx, id: string, originalName: string) =>
  tx.run(sql`update media_file set original_name = ${originalName} where id = ${id}`)

/** The file goes, and with it what was to replace it. Answers the ids of both. */
export const markDeleted = async (tx: Tx, id: string) => {
  const rows = await tx.many(
    z.object({ id: z.string() }),
    sql`
      update media_file set deleted_at = clock_timestamp(), replaces = null
      where (id = ${id} or replaces = ${id}) and deleted_at is null
      returning id
    `,
  )
  return rows.map((row) => row.id)
}

/** Where the bytes of a deleted file still are. */
export const keyOfDeleted = async (db: Queryable, id: string) => {
  const row = await db.maybeOne(
    z.object({ object_key: z.string() }),
    sql`select object_key from media_file where id = ${id} and deleted_at is not null`,
  )
  return row?.object_key
}

/** Forgets a deleted file for good. */
export const forgetFile = (db: Queryable, id: string) =>
  db.run(sql`delete from media_file where id = ${id} and deleted_at is not null`)
