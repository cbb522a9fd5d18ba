import { MediaDeleted } from '@griot/contracts/events'
import { type Db, inTransaction, sql, type Tx } from '@griot/service-kit/db/db'
import type { Caller } from '@griot/service-kit/identity/identity'
import { enqueue, publish } from '@griot/service-kit/queue/outbox'
import { lockFile, lockOwnFile, ownFile } from '../files/media-file.ts'
import { Link } from '../links/links.queries.ts'
import { removeMp3s } from '../open-audio/mp3.queries.ts'
import { derivedKeys, retireObjects } from '../storage/objects.ts'
import { RemoveObject } from './remove-object.job.ts'

/** Deletes a file and unlinks it from its episodes. A job removes its bytes, so a crash cannot leave them behind. */
export const deleteFile = (db: Db, caller: Caller, id: string) =>
  inTransaction(db, (tx) => deleteFileIn(tx, caller, id))

/** Deletes a file like `deleteFile`, in the transaction of the caller. */
export const deleteFileIn = async (tx: Tx, caller: Caller, id: string) => {
  const { replacement } = await ownFile(tx, caller, id)
  // Lock the replacement first, as every operation on such a pair does; otherwise two of them could deadlock.
  if (replacement !== null) await lockFile(tx, replacement.id)
  const file = await lockOwnFile(tx, caller, id)

  const links = await tx.many(
    Link,
    sql`
      update episode_media set media_file_id = null, version = version + 1 where media_file_id = ${id}
      returning episode_id as "episodeId", version
    `,
  )
  await publish(
    tx,
    MediaDeleted,
    ...links.map((link) => ({ ...link, audioFileId: null, duration: null, mp3Bytes: null })),
  )
  await removeMp3s(tx, { mediaFileId: id })
  await retireObjects(tx, derivedKeys(file))
  const deleted = await tx.many(
    RemoveObject.data,
    sql`
      update media_file set deleted_at = clock_timestamp(), replaces = null
      where (id = ${id} or replaces = ${id}) and deleted_at is null
      returning id as "mediaFileId"
    `,
  )
  await enqueue(tx, RemoveObject, ...deleted)
  return { id, episodeIds: links.map(({ episodeId }) => episodeId) }
}
