import { type AccountPartOf, exportRows } from '@griot/service-kit/account/account-part'
import { type Db, sql } from '@griot/service-kit/db/db'
import { AppError } from '@griot/service-kit/http/errors'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { z } from 'zod'
import { deleteFile } from '../deleting/delete-file.ts'
import { abandonAllOf } from '../uploads/abandon-upload.ts'
import { handOverFiles } from './hand-over-files.ts'

interface Parts {
  db: Db
  store: ObjectStore
  catalogUrl: string
}

/** The data that media stores about a user: recordings, unfinished uploads and actions on the queue. */
export const accountPart = ({ db, store, catalogUrl }: Parts): AccountPartOf => ({
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
      actionsOnManyFiles: sql`
        select action, state, total, done, skipped, failed, created_at, finished_at
        from queue_bulk where actor_id = ${userId} order by created_at`,
      queueActions: sql`select action, media_file_id, at from queue_action where actor_id = ${userId} order by id`,
    }),
  async remove(userId, call) {
    const owner = { id: userId, email: '', emailIsVerified: false, firstName: '', lastName: '', isAdmin: false }
    await abandonAllOf({ db, store }, userId)
    await handOverFiles(db, { url: catalogUrl, ...call }, userId)
    const files = await db.many(
      z.object({ id: z.string() }),
      sql`select id from media_file where owner_id = ${userId} and deleted_at is null order by created_at`,
    )
    for (const { id } of files) await deleteFile(db, owner, id).catch(unlessGone)
    await db.run(sql`delete from queue_bulk where actor_id = ${userId}`)
    await db.run(sql`delete from queue_action where actor_id = ${userId}`)
    await db.run(sql`delete from media_usage where owner_id = ${userId}`)
    // Keeps the rows, because their versions must not start again, and removes the user from them.
    await db.run(sql`update episode_media set linked_by = gen_random_uuid() where linked_by = ${userId}`)
  },
})

/** A file that replaces another one is deleted together with it. */
const unlessGone = (error: unknown) => {
  if (!(error instanceof AppError && error.status === 404)) throw error
}
