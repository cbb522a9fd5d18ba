import { sql, type Tx } from '@griot/service-kit/db'

interface Pair {
  id: string
  /** The file whose audio becomes the other's. */
  newId: string
}

export const intendReplacement = (tx: Tx, { id, newId }: Pair) =>
  tx.run(sql`update media_file set replaces = ${id} where id = ${newId}`)

/** What was written down about the new audio becomes the file's own. */
export const recordsTo = async (tx: Tx, { id, newId }: Pair) => {
  await tx.run(sql`update media_step set media_file_id = ${id} where media_file_id = ${newId}`)
  await tx.run(sql`update media_log set media_file_id = ${id} where media_file_id = ${newId}`)
  await tx.run(sql`delete from media_waveform where media_file_id = ${id}`)
  await tx.run(sql`update media_waveform set media_file_id = ${id} where media_file_id = ${newId}`)
}

/** The file gets all that is known about the new audio, and the row that it came as is gone. */
export const moveAudio = (tx: Tx, { id, newId }: Pair) =>
  tx.run(sql`
    with moved as (delete from media_file where id = ${newId} returning *)
    update media_file m set
      mime_type = moved.mime_type, size_bytes = moved.size_bytes, sha256 = moved.sha256,
      object_key = moved.object_key, status = moved.status, progress = null, failure = null,
      revision = m.revision + 1,
      duration_seconds = moved.duration_seconds, format = moved.format, codec = moved.codec,
      bitrate = moved.bitrate, sample_rate = moved.sample_rate, channels = moved.channels,
      loudness_lufs = moved.loudness_lufs, peak_db = moved.peak_db,
      leading_silence_seconds = moved.leading_silence_seconds,
      trailing_silence_seconds = moved.trailing_silence_seconds,
      tag_title = moved.tag_title, tag_artist = moved.tag_artist, tag_album = moved.tag_album,
      artwork_key = moved.artwork_key
    from moved
    where m.id = ${id}
  `)
