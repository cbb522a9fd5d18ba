import type { Delivery } from '@griot/contracts/media/media-file'
import { type Db, sql, type Tx } from '@griot/service-kit/db/db'
import { conflict } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { enqueue } from '@griot/service-kit/queue/outbox'
import { changeOwnFile, failedPermanently, type StoredFile } from '../files/media-file.ts'
import { isShort, renditionCostOf } from '../jobs/processing-cost.ts'
import { derivedKeys, retireObjects } from '../storage/objects.ts'
import { MakeLongRendition, MakeRendition } from './make-rendition.job.ts'
import { beginRenditions, recordFileStep, setDelivery } from './renditions.queries.ts'

/** Requests a rendition. One that is ready or in progress stays as it is. */
export const requestRendition = (db: Db, caller: Caller, id: string) =>
  changeOwnFile(db, caller, id, async (tx, { status, sound, rendition }) => {
    if (status !== 'ready') {
      const code = status === 'failed' ? 'media.failed' : 'media.not_ready'
      throw conflict(code, 'The loudness can be evened out only when the file is ready.')
    }
    if (sound !== null && sound.loudness === null) {
      throw conflict('media.silent', 'There is nothing to hear in this recording.')
    }
    if (rendition?.isHopeless) throw failedPermanently()
    if (rendition === null || rendition.status === 'failed') await enqueueRenditions(tx, [id])
  })

export const enqueueRenditions = async (tx: Tx, mediaFileIds: readonly string[]) => {
  const begun = (await beginRenditions(tx, mediaFileIds)).map((one) => ({ ...one, costSeconds: renditionCostOf(one) }))
  const [short, long] = [true, false].map((wanted) => begun.filter((one) => isShort(one.costSeconds) === wanted))
  await enqueue(tx, MakeRendition, ...(short ?? []))
  await enqueue(tx, MakeLongRendition, ...(long ?? []))
}

/** Removes the rendition. One that is in progress is cancelled. */
export const removeRendition = (db: Db, caller: Caller, id: string) =>
  changeOwnFile(db, caller, id, async (tx, file) => {
    if (file.renditionId !== null) await removeRenditionOf(tx, file)
  })

export const removeRenditionOf = async (tx: Tx, file: StoredFile) => {
  await retireRendition(tx, file)
  await recordFileStep(tx, file.id, { kind: 'rendition_removed' })
}

/** Deletes the row and schedules the removal of the objects. */
export const retireRendition = async (tx: Tx, { renditionId, id }: StoredFile) => {
  await retireObjects(tx, derivedKeys({ renditionId, artworkKey: null }))
  await tx.run(sql`delete from media_rendition where media_file_id = ${id}`)
  await setDelivery(tx, id, 'original')
}

export const chooseDelivery = (db: Db, caller: Caller, id: string, delivers: Delivery) =>
  changeOwnFile(db, caller, id, async (tx, { rendition }) => {
    if (delivers === 'rendition' && rendition?.status !== 'ready') {
      throw conflict('rendition.not_ready', 'The version with an even loudness is not ready yet.')
    }
    await setDelivery(tx, id, delivers)
  })
