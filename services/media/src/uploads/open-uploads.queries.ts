import { type Queryable, sql } from '@griot/service-kit/db'
import { z } from 'zod'

const columns = sql`id, owner_id, object_key, owner_name, original_name, mime_type, size_bytes, started_at, touched_at`

const OpenUploadRow = z
  .object({
    id: z.string(),
    owner_id: z.string(),
    object_key: z.string(),
    owner_name: z.string(),
    original_name: z.string(),
    mime_type: z.string(),
    size_bytes: z.number(),
    started_at: z.string(),
    touched_at: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    ownerId: row.owner_id,
    objectKey: row.object_key,
    ownerName: row.owner_name,
    originalName: row.original_name,
    mimeType: row.mime_type,
    sizeBytes: row.size_bytes,
    startedAt: row.started_at,
    /** When the last bytes came. */
    touchedAt: row.touched_at,
  }))
/** An upload that can be continued. */
export type OpenUpload = z.output<typeof OpenUploadRow>

export const findOpenUpload = (db: Queryable, ownerId: string, id: string) =>
  db.maybeOne(
    OpenUploadRow,
    sql`select ${columns} from upload where id = ${id} and owner_id = ${ownerId} and size_bytes is not null`,
  )

/** Of two who finish it, the second waits, and finds that it is gone. */
export const lockUpload = async (tx: Queryable, id: string) =>
  (await tx.maybeOne(z.object({ id: z.string() }), sql`select id from upload where id = ${id} for update`)) !==
  undefined

export const openUploadsOf = (db: Queryable, ownerId: string) =>
  db.many(
    OpenUploadRow,
    sql`
      select ${columns} from upload where owner_id = ${ownerId} and size_bytes is not null
      order by started_at desc limit 100
    `,
  )

/** Those of which nothing has come for so long, and that perhaps nobody could finish. */
export const allOpenUploads = (db: Queryable, quietMinutes: number) =>
  db.many(
    OpenUploadRow,
    sql`
      select ${columns} from upload
      where size_bytes is not null and touched_at <= clock_timestamp() - make_interval(mins => ${quietMinutes})
      order by started_at limit 1000
    `,
  )

export const touchUpload = (db: Queryable, id: string) =>
  db.run(sql`update upload set touched_at = clock_timestamp() where id = ${id}`)
