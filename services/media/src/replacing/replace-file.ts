import { MediaProcessed } from '@griot/contracts/events'
import { type Db, inTransaction, sql, type Tx } from '@griot/service-kit/db'
import { conflict } from '@griot/service-kit/errors'
import type { Caller } from '@griot/service-kit/identity'
import { publish } from '@griot/service-kit/outbox'
import { lockFile } from '../files/files.queries.ts'
import { fileNotFound, type StoredFile } from '../files/media-file.ts'
import { lockOwnFile, ownFile } from '../files/own-file.ts'
import { renewLinks } from '../links/links.queries.ts'
import { beginMaking, forgetRendition } from '../renditions/change-rendition.ts'
import { retireObjects } from '../storage/retired-objects.ts'
import { withStep } from '../timeline/timeline.queries.ts'
import { intendReplacement, moveAudio, recordsTo } from './replacing.queries.ts'

/**
 * Has the audio of one file take the place of another's: at once when it is ready, else as soon as it is. Of the two, the
 * new one is locked first everywhere: what happens to it touches the other.
 */
export const replaceFile = (db: Db, caller: Caller, id: string, newId: string) =>
  inTransaction(db, async (tx) => {
    if (id === newId) throw conflict('media.same_file', 'A file cannot replace itself.')
    const next = await lockFile(tx, newId)
    const file = await lockOwnFile(tx, caller, id)
    // An admin may look after somebody's file, but not give it away.
    if (next === undefined || next.ownerId !== file.ownerId) throw fileNotFound()
    refuseUnfit(file, next)

    await intendReplacement(tx, { id, newId })
    if (next.shown.status === 'ready') await takeOver(tx, file, newId)
    return (await ownFile(tx, caller, id)).shown
  })

const refuseUnfit = (file: StoredFile, next: StoredFile) => {
  if (file.shown.status === 'processing' || file.replaces !== null) {
    throw conflict('media.not_ready', 'This file is still being processed. Please replace it when it is ready.')
  }
  if (file.shown.replacement !== null && file.shown.replacement.id !== next.shown.id) {
    throw conflict('media.being_replaced', 'Other audio is on its way to replace this file already.')
  }
  if (next.replaces !== null && next.replaces !== file.shown.id) {
    throw conflict('media.taken', 'The new audio is to replace another file already.')
  }
  if (next.shown.status === 'failed') {
    throw conflict('media.not_ready', 'The new audio could not be processed, so it cannot replace anything.')
  }
  if (next.shown.episodeIds.length > 0 || next.shown.rendition !== null || next.shown.replacement !== null) {
    throw conflict('media.in_use', 'The new audio is in use as a file of its own.')
  }
}

/** The part of it that is done when the new audio is ready; the file that it came as is gone afterwards. */
const takeOver = async (tx: Tx, file: StoredFile, newId: string) => {
  const { id, rendition, delivers } = file.shown
  if (rendition !== null) await forgetRendition(tx, file)
  await retireObjects(tx, [file.objectKey, ...(file.artworkKey === null ? [] : [file.artworkKey])])
  await recordsTo(tx, { id, newId })
  await moveAudio(tx, { id, newId })
  await tx.run(withStep(sql`select id, revision from media_file where id = ${id}`, { kind: 'replaced' }))

  const { duration, sound } = (await lockFile(tx, id))?.shown ?? file.shown
  for (const { episodeId, version } of await renewLinks(tx, id)) {
    await publish(tx, MediaProcessed, { episodeId, version, audioFileId: id, duration })
  }
  // Who wanted an even loudness wants it of the new audio, too.
  const wantsRendition =
    rendition !== null &&
    rendition.status !== 'failed' &&
    (delivers === 'rendition' || rendition.status === 'processing')
  if (wantsRendition && sound !== null && sound.loudness !== null) await beginMaking(tx, id)
}

/** When the new audio has become ready, in the transaction that says so. False when the file that it is for is gone. */
export const finishReplacing = async (tx: Tx, id: string, newId: string) => {
  const file = await lockFile(tx, id)
  if (file === undefined) return false
  await takeOver(tx, file, newId)
  return true
}
