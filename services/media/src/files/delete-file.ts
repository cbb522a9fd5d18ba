import { MediaDeleted } from '@griot/contracts/events'
import { type Db, inTransaction } from '@griot/service-kit/db'
import type { Caller } from '@griot/service-kit/identity'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { enqueue, publish } from '@griot/service-kit/outbox'
import { unlinkFile } from '../links/links.queries.ts'
import { derivedKeys, retireObjects } from '../storage/retired-objects.ts'
import { forgetFile, keyOfDeleted, lockFile, markDeleted } from './files.queries.ts'
import { lockOwnFile, ownFile } from './own-file.ts'
import { RemoveObject } from './remove-object.job.ts'

/** Deletes a file and takes it out of its episodes. Its bytes follow as a job, so a crash cannot leave them behind. */
export const deleteFile = (db: Db, caller: Caller, id: string) =>
  inTransaction(db, async (tx) => {
    const { replacement } = (await ownFile(tx, caller, id)).shown
    // In the order in which what happens to the one touches the other.
    if (replacement !== null) await lockFile(tx, replacement.id)
    const file = await lockOwnFile(tx, caller, id)

    const links = await unlinkFile(tx, id)
    for (const { episodeId, version } of links) {
      await publish(tx, MediaDeleted, { episodeId, version, audioFileId: null, duration: null })
    }
    await retireObjects(tx, derivedKeys(file))
    for (const mediaFileId of await markDeleted(tx, id)) await enqueue(tx, RemoveObject, { mediaFileId })
    return { id, episodeIds: links.map(({ episodeId }) => episodeId) }
  })

/** The job's part of it. The row goes last: it is what a second try starts from. */
export const removeObject = async (db: Db, store: ObjectStore, id: string) => {
  const key = await keyOfDeleted(db, id)
  if (key === undefined) return
  await store.remove(key)
  await forgetFile(db, id)
}
