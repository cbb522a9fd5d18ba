import { type Queryable, sql, type Tx } from '@griot/service-kit/db'
import { conflict } from '@griot/service-kit/errors'
import { z } from 'zod'
import { MediaFileRow, mediaFileColumns } from '../files/media-file.ts'
import { withStep } from '../timeline/timeline.queries.ts'
import { CONTINUED_WITHIN_MS } from './limits.ts'

export interface Upload {
  id: string
  ownerId: string
  objectKey: string
}

export interface ReceivedFile {
  originalName: string
  mimeType: string
  sizeBytes: number
  sha256: Buffer
}

/** What is known of an upload before its first byte. */
export interface BeginningUpload extends Upload {
  /** The most that it may become. */
  reservedBytes: number
  /** Of an upload that can be continued. */
  announced?: AnnouncedFile
}

interface AnnouncedFile {
  ownerName: string
  originalName: string
  mimeType: string
  sizeBytes: number
}

export const beginUpload = (db: Queryable, { id, ownerId, objectKey, reservedBytes, announced }: BeginningUpload) =>
  db.run(sql`
    insert into upload
      (id, owner_id, object_key, reserved_bytes, owner_name, original_name, mime_type, size_bytes, touched_at)
    values (
      ${id}, ${ownerId}, ${objectKey}, ${reservedBytes}, ${announced?.ownerName ?? ''},
      ${announced?.originalName ?? null}, ${announced?.mimeType ?? null}, ${announced?.sizeBytes ?? null}::bigint,
      case when ${announced !== undefined} then clock_timestamp() end
    )
  `)

/** The upload becomes a media file. */
export const completeUpload = async (
  tx: Tx,
  { id, ownerId, objectKey }: Upload,
  file: ReceivedFile & { ownerName: string },
) => {
  // Its sender’s account was deleted while it was being sent: nobody would own the file.
  if ((await tx.run(sql`delete from upload where id = ${id}`)) === 0) {
    throw conflict('upload.given_up', 'This upload was given up.')
  }
  const completed = await tx.one(
    MediaFileRow,
    sql`
      with m as (
        insert into media_file (id, owner_id, owner_name, original_name, mime_type, size_bytes, sha256, object_key)
        values (
          ${id}, ${ownerId}, ${file.ownerName}, ${file.originalName}, ${file.mimeType}, ${file.sizeBytes},
          ${file.sha256}, ${objectKey}
        )
        returning *
      )
      select ${mediaFileColumns} from m
    `,
  )
  await tx.run(withStep(sql`select id, revision from media_file where id = ${id}`, { kind: 'received' }))
  return completed
}

export const forgetUpload = (db: Queryable, id: string) => db.run(sql`delete from upload where id = ${id}`)

/** As if it had been given up long ago; it takes no more room. */
export const leaveToSweep = (db: Queryable, id: string) =>
  db.run(sql`update upload set reserved_bytes = 0, started_at = '-infinity' where id = ${id}`)

/** Whether an upload did become a file, whoever was told so. */
export const becameFile = async (db: Queryable, id: string) =>
  (await db.maybeOne(z.object({ id: z.string() }), sql`select id from media_file where id = ${id}`)) !== undefined

const LONGEST_UPLOAD = '1 hour'

/** Uploads that nobody can be sending any more. */
export const abandonedUploads = (db: Queryable) =>
  db.many(
    z
      .object({ id: z.string(), owner_id: z.string(), object_key: z.string() })
      .transform((row): Upload => ({ id: row.id, ownerId: row.owner_id, objectKey: row.object_key })),
    sql`
      select id, owner_id, object_key from upload
      where case when touched_at is null
        then started_at < clock_timestamp() - ${LONGEST_UPLOAD}::interval
        else touched_at < clock_timestamp() - ${`${CONTINUED_WITHIN_MS} milliseconds`}::interval
      end
      order by started_at limit 100
    `,
  )
