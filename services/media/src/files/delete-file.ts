import { MediaDeleted } from '@griot/contracts/events'
import { type Db, inTransaction } from '@griot/service-kit/db'
import type { Caller } from '@griot/service-kit/identity'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { enqueue, publish } from '@griot/service-kit/outbox'
import { unlinkFile } from '../links/links.queries.ts'
import { forgetFile, keyOfDeleted, markDeleted } from './files.queries.ts'
import { lockOwnFile } from './own-file.ts'
import { RemoveObject } from './remove-object.job.ts'

/** Deletes a file and takes it out of its episodes. Its bytes follow as a job, so a crash cannot leave them behind. */
export const deleteFile = (db: Db, caller: Caller, id: string) =>
  inTransaction(db, async (tx) => {
    await lockOwnFile(tx, caller, id)

    for (const { episodeId, version } of await unlinkFile(tx, id)) {
      await publish(tx, MediaDeleted, { episodeId, version, audioFileId: null, duration: null })
    }
    await markDeleted(tx, id)
    await enqueue(tx, RemoveObject, { mediaFileId: id })
    return { id }
  })

/** The job's part of it. The row goes last: it is what a second try starts from. */
export const removeObject = async (db: Db, store: ObjectStore, id: string) => {
  const key = await keyOfDeleted(db, id)
  if (key === undefined) return
  await store.remove(key)
  await forgetFile(db, id)
}
