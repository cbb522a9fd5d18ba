import type { Delivery } from '@griot/contracts/media/media-file'
import { type Db, inTransaction, type Tx } from '@griot/service-kit/db'
import { conflict } from '@griot/service-kit/errors'
import type { Caller } from '@griot/service-kit/identity'
import { enqueue } from '@griot/service-kit/outbox'
import { hopeless, type StoredFile } from '../files/media-file.ts'
import { lockOwnFile, ownFile } from '../files/own-file.ts'
import { derivedKeys, retireObjects } from '../storage/retired-objects.ts'
import { MakeRendition } from './make-rendition.job.ts'
import { beginRendition, chooseDelivery, dropRendition, recordOnFile } from './renditions.queries.ts'

/** Has a rendition made. One that is there or on its way stays as it is. */
export const askRendition = (db: Db, caller: Caller, id: string) =>
  inTransaction(db, async (tx) => {
    const file = await lockOwnFile(tx, caller, id)
    const { status, sound, rendition } = file.shown
    if (status !== 'ready') throw conflict('media.not_ready', 'Only a file that is ready can get another loudness.')
    if (sound !== null && sound.loudness === null) {
      throw conflict('media.silent', 'There is nothing to hear in this recording.')
    }
    if (rendition?.isHopeless) throw hopeless()
    if (rendition === null || rendition.status === 'failed') await beginMaking(tx, id)
    return (await ownFile(tx, caller, id)).shown
  })

export const beginMaking = async (tx: Tx, mediaFileId: string) =>
  enqueue(tx, MakeRendition, await beginRendition(tx, mediaFileId))

/** Removes the rendition; one that is being made is called off. */
export const removeRendition = (db: Db, caller: Caller, id: string) =>
  inTransaction(db, async (tx) => {
    const file = await lockOwnFile(tx, caller, id)
    if (file.renditionId !== null) {
      await forgetRendition(tx, file)
      await recordOnFile(tx, id, { kind: 'rendition_removed' })
    }
    return (await ownFile(tx, caller, id)).shown
  })

export const forgetRendition = async (tx: Tx, { renditionId, shown }: StoredFile) => {
  await retireObjects(tx, derivedKeys({ renditionId, artworkKey: null }))
  await dropRendition(tx, shown.id)
}

/** Says what listeners hear. */
export const setDelivery = (db: Db, caller: Caller, id: string, delivers: Delivery) =>
  inTransaction(db, async (tx) => {
    const { shown } = await lockOwnFile(tx, caller, id)
    if (delivers === 'rendition' && shown.rendition?.status !== 'ready') {
      throw conflict('rendition.not_ready', 'There is no recording of an even loudness yet.')
    }
    await chooseDelivery(tx, id, delivers)
    return (await ownFile(tx, caller, id)).shown
  })
