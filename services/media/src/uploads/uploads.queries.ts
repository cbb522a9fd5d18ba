import { type Queryable, type Sql, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'

const StoredUploadRow = z.object({ id: z.string(), objectKey: z.string() })
/** The id and the object of an upload. Its media file gets the same id. */
export type StoredUpload = z.output<typeof StoredUploadRow>

/** An upload that can be continued: a tus upload, whose size was declared. */
const OpenUploadRow = StoredUploadRow.extend({
  ownerId: z.string(),
  ownerName: z.string(),
  originalName: z.string(),
  mimeType: z.string(),
  sizeBytes: z.number(),
  startedAt: z.string(),
  /** When the last bytes arrived. */
  touchedAt: z.string(),
})
export type NewUpload = Omit<z.output<typeof OpenUploadRow>, 'sizeBytes' | 'startedAt' | 'touchedAt'>

export const storedUploads = (db: Queryable, condition: Sql) =>
  db.many(StoredUploadRow, sql`select id, object_key as "objectKey" from upload where ${condition}`)

export const openUploads = (db: Queryable, condition: Sql) =>
  db.many(
    OpenUploadRow,
    sql`
      select id, owner_id as "ownerId", object_key as "objectKey", owner_name as "ownerName",
        original_name as "originalName", mime_type as "mimeType", size_bytes as "sizeBytes",
        started_at as "startedAt", touched_at as "touchedAt"
      from upload where size_bytes is not null and ${condition}
    `,
  )
