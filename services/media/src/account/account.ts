import { type AccountPartOf, exportRows } from '@griot/service-kit/account-part'
import { type Db, type Queryable, sql } from '@griot/service-kit/db'
import { AppError } from '@griot/service-kit/errors'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import type { Outbox } from '@griot/service-kit/outbox'
import { z } from 'zod'
import { deleteFile } from '../files/delete-file.ts'
import { abandonUpload } from '../uploads/abandon-upload.ts'

interface AccountParts {
  db: Db
  store: ObjectStore
  outbox: Pick<Outbox, 'kick'>
}

const File = z.object({ id: z.string() })
const Upload = z
  .object({ id: z.string(), owner_id: z.string(), object_key: z.string() })
  .transform((row) => ({ id: row.id, ownerId: row.owner_id, objectKey: row.object_key }))

const filesOf = (db: Queryable, userId: string) =>
  db.many(File, sql`select id from media_file where owner_id = ${userId} and deleted_at is null order by created_at`)
const uploadsOf = (db: Queryable, userId: string) =>
  db.many(Upload, sql`select id, owner_id, object_key from upload where owner_id = ${userId}`)

/** The rows stay, because their versions must never start again; who made them is nobody's business any more. */
const forgetLinker = (db: Queryable, userId: string) =>
  db.run(sql`update episode_media set linked_by = gen_random_uuid() where linked_by = ${userId}`)

/** What media keeps about a person: their recordings, and what was on its way to become one. */
export const accountPart = ({ db, store, outbox }: AccountParts): AccountPartOf => ({
  read: (userId) =>
    exportRows(db, {
      recordings: sql`
        select id, original_name, mime_type, size_bytes, encode(sha256, 'hex') as sha256, status, duration_seconds, format,
          codec, bitrate, sample_rate, channels, created_at
        from media_file where owner_id = ${userId} and deleted_at is null order by created_at`,
      episodesOfRecordings: sql`
        select link.media_file_id, link.episode_id
        from episode_media link join media_file on media_file.id = link.media_file_id
        where media_file.owner_id = ${userId} and media_file.deleted_at is null`,
    }),
  async remove(userId) {
    const owner = { id: userId, email: '', firstName: '', lastName: '', isAdmin: false }
    for (const upload of await uploadsOf(db, userId)) await abandonUpload({ db, store }, upload)
    for (const { id } of await filesOf(db, userId)) await deleteFile(db, owner, id).catch(unlessGone)
    await forgetLinker(db, userId)
    outbox.kick()
  },
})

/** One that stands in for another went with it. */
const unlessGone = (error: unknown) => {
  if (!(error instanceof AppError && error.status === 404)) throw error
}
