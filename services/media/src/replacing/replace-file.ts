import { type Db, inTransaction, sql, type Tx } from '@griot/service-kit/db/db'
import { conflict } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { fileNotFound, lockFile, lockOwnFile, ownFile, type StoredFile } from '../files/media-file.ts'
import { publishProcessed } from '../open-audio/publish-audio.ts'
import { settleMp3s } from '../open-audio/settle-mp3.ts'
import { enqueueRenditions, retireRendition } from '../renditions/change-rendition.ts'
import { retireObjects } from '../storage/objects.ts'
import { withStep } from '../timeline/timeline.queries.ts'

/**
 * Replaces the audio of a file by that of a new file, as soon as the new one is ready. The new file is always locked
 * before the other, so that two transactions cannot deadlock.
 */
export const replaceFile = (db: Db, caller: Caller, id: string, newId: string) =>
  inTransaction(db, async (tx) => {
    if (id === newId) throw conflict('media.same_file', 'A file cannot replace itself.')
    const next = await lockFile(tx, newId)
    const file = await lockOwnFile(tx, caller, id)
    // An admin may change a file of another user, but not its owner.
    if (next === undefined || next.ownerId !== file.ownerId) throw fileNotFound()
    refuseUnsuitable(file, next)

    await tx.run(sql`update media_file set replaces = ${id} where id = ${newId}`)
    if (next.status === 'ready') await takeOver(tx, file, newId)
    return ownFile(tx, caller, id)
  })

const refuseUnsuitable = (file: StoredFile, next: StoredFile) => {
  if (file.status === 'processing' || file.replaces !== null) {
    throw conflict('media.not_ready', 'This file is still being processed. Please replace it when it is ready.')
  }
  if (file.replacement !== null && file.replacement.id !== next.id) {
    throw conflict('media.being_replaced', 'Another file is already replacing this one.')
  }
  if (next.replaces !== null && next.replaces !== file.id) {
    throw conflict('media.taken', 'The new audio is already replacing another file.')
  }
  if (next.status === 'failed') {
    throw conflict('media.failed', 'The new audio could not be processed, so it cannot replace this file.')
  }
  if (next.episodeIds.length > 0 || next.rendition !== null || next.replacement !== null) {
    throw conflict(
      'media.in_use',
      'The new audio is already in use. Please upload it again to replace this file with it.',
    )
  }
}

/** Moves the audio of the new file, which is ready, into the other and deletes the row of the new file. */
const takeOver = async (tx: Tx, file: StoredFile, newId: string) => {
  const { id, rendition, delivers } = file
  if (rendition !== null) await retireRendition(tx, file)
  await retireObjects(tx, [file.objectKey, ...(file.artworkKey === null ? [] : [file.artworkKey])])
  await moveRecords(tx, id, newId)
  await moveAudio(tx, id, newId)
  await tx.run(withStep(sql`select id, revision from media_file where id = ${id}`, { kind: 'replaced' }))

  const { sound } = (await lockFile(tx, id)) ?? file
  await settleMp3s(tx, [id])
  await publishProcessed(tx, id)
  // A file with a rendition gets one of the new audio.
  const wantsRendition =
    rendition !== null &&
    rendition.status !== 'failed' &&
    (delivers === 'rendition' || rendition.status === 'processing')
  if (wantsRendition && sound !== null && sound.loudness !== null) await enqueueRenditions(tx, [id])
}

/** Runs in the transaction that makes the new file ready. Returns false if the file to replace was deleted. */
export const finishReplacing = async (tx: Tx, id: string, newId: string) => {
  const file = await lockFile(tx, id)
  if (file === undefined) return false
  await takeOver(tx, file, newId)
  return true
}

/** Moves the timeline, the log and the waveform of the new file. */
const moveRecords = async (tx: Tx, id: string, newId: string) => {
  await tx.run(sql`update media_step set media_file_id = ${id} where media_file_id = ${newId}`)
  await tx.run(sql`update media_log set media_file_id = ${id} where media_file_id = ${newId}`)
  await tx.run(sql`delete from media_waveform where media_file_id = ${id}`)
  await tx.run(sql`update media_waveform set media_file_id = ${id} where media_file_id = ${newId}`)
}

const AUDIO_COLUMNS = sql`
  mime_type, size_bytes, sha256, object_key, status, duration_seconds, promised_seconds, is_cut_at_end, format, codec, bitrate,
  sample_rate, channels,
  loudness_lufs, peak_db, leading_silence_seconds, trailing_silence_seconds, tag_title, tag_artist, tag_album, artwork_key,
  chapters
`

/** Moves the audio and the measurements of the new file, and deletes its row. */
const moveAudio = (tx: Tx, id: string, newId: string) =>
  tx.run(sql`
    with moved as (delete from media_file where id = ${newId} returning *)
    update media_file set
      (${AUDIO_COLUMNS}) = (select ${AUDIO_COLUMNS} from moved),
      progress = null, failure = null, revision = revision + 1
    where id = ${id}
  `)
