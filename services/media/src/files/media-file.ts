import { MediaFile } from '@griot/contracts/media/media-file'
import { type Db, emptySql, inTransaction, type Queryable, type Sql, sql, type Tx } from '@griot/service-kit/db/db'
import { NewestFirst } from '@griot/service-kit/db/newest-first'
import { AppError, conflict } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { z } from 'zod'

const columns = sql`
  m.id, m.original_name as "originalName", m.mime_type as "mimeType", m.size_bytes as "fileSize",
  m.duration_seconds as duration, m.promised_seconds as "promisedDuration",
  m.is_cut_at_end or m.promised_seconds is not null as "isCutOff", m.created_at as "createdAt", m.status, m.progress, m.failure,
  m.status = 'failed' and m.is_hopeless as "isHopeless", m.format, m.codec, m.bitrate, m.sample_rate as "sampleRate",
  m.channels, m.delivers, m.owner_id as "ownerId", m.object_key as "objectKey", m.revision,
  m.updated_at as "updatedAt", m.artwork_key as "artworkKey", m.replaces,
  encode(m.sha256, 'hex') as sha256,
  array(select e.episode_id from episode_media e where e.media_file_id = m.id order by e.linked_at) as "episodeIds",
  -- Files that were not measured have no values for silence.
  case when m.leading_silence_seconds is not null and m.trailing_silence_seconds is not null then json_build_object(
    'loudness', m.loudness_lufs, 'peak', m.peak_db,
    'leadingSilence', m.leading_silence_seconds, 'trailingSilence', m.trailing_silence_seconds
  ) end as sound,
  case when coalesce(m.tag_title, m.tag_artist, m.tag_album, m.artwork_key) is not null then json_build_object(
    'title', m.tag_title, 'artist', m.tag_artist, 'album', m.tag_album, 'hasArtwork', m.artwork_key is not null
  ) end as suggestions,
  (select r.id from media_rendition r where r.media_file_id = m.id) as "renditionId",
  (
    select json_build_object(
      'status', r.status, 'progress', r.progress, 'failure', r.failure, 'isHopeless', r.is_hopeless,
      'loudness', r.loudness_lufs, 'peak', r.peak_db, 'mp3Size', r.mp3_bytes, 'aacSize', r.aac_bytes
    )
    from media_rendition r where r.media_file_id = m.id
  ) as rendition,
  (
    select json_build_object(
      'id', n.id, 'originalName', n.original_name, 'status', n.status, 'progress', n.progress, 'failure', n.failure
    )
    from media_file n where n.replaces = m.id and n.deleted_at is null
  ) as replacement
`

const MediaFileRow = MediaFile.extend({
  ownerId: z.string(),
  objectKey: z.string(),
  /** Of the uploaded bytes, in hex. */
  sha256: z.string(),
  revision: z.number(),
  updatedAt: z.string(),
  artworkKey: z.string().nullable(),
  renditionId: z.string().nullable(),
  /** The id of the file whose audio this one replaces. */
  replaces: z.string().nullable(),
})

/** A file with internal values. `MediaFile.parse` leaves only what its owner receives. */
export type StoredFile = z.output<typeof MediaFileRow>

/** Also for files of other users, so that their existence is not disclosed. */
export const fileNotFound = () => new AppError(404, 'media.not_found', 'We could not find that media file.')

export const failedPermanently = () =>
  conflict('media.hopeless', 'Trying again cannot help this file. Please replace it with another one.')

/** The files `m` that follow the cursor of a list, newest first. */
export const isAfter = (cursor: string | undefined) => {
  const position = NewestFirst.read(cursor)
  if (position === undefined) return emptySql
  return sql`and (m.created_at, m.id) < (${position[0]}::timestamptz, ${position[1]}::uuid)`
}

/** The files `m` that are not deleted and meet the condition, which may end with an order and a limit. */
export const findFiles = (db: Queryable, condition: Sql) =>
  db.many(MediaFileRow, sql`select ${columns} from media_file m where m.deleted_at is null and ${condition}`)

export const findFile = async (db: Queryable, id: string): Promise<StoredFile | undefined> =>
  (await findFiles(db, sql`m.id = ${id}`))[0]

/** Locks the file until the transaction ends, so that no other transaction deletes, links or finishes it. */
export const lockFile = async (tx: Tx, id: string) => {
  // Read after the lock: other tables may have changed while this transaction waited for it.
  await tx.run(sql`select 1 from media_file where id = ${id} and deleted_at is null for update`)
  return findFile(tx, id)
}

/** Whether the caller is the owner of the file or an admin. */
export const isOwn = (caller: Caller | null, file: StoredFile) =>
  caller !== null && (file.ownerId === caller.id || caller.isAdmin)

const requireOwn = (caller: Caller, file: StoredFile | undefined) => {
  if (file === undefined || !isOwn(caller, file)) throw fileNotFound()
  return file
}

/** The file, for its owner and admins. Throws 404 for other callers. */
export const ownFile = async (db: Queryable, caller: Caller, id: string) => requireOwn(caller, await findFile(db, id))

/** Like `ownFile`, and locks the file until the transaction ends. */
export const lockOwnFile = async (tx: Tx, caller: Caller, id: string) => requireOwn(caller, await lockFile(tx, id))

/** Changes a file of the caller in a transaction that locks it. Returns the file after the change. */
export const changeOwnFile = (
  db: Db,
  caller: Caller,
  id: string,
  change: (tx: Tx, file: StoredFile) => Promise<unknown>,
) =>
  inTransaction(db, async (tx) => {
    await change(tx, await lockOwnFile(tx, caller, id))
    return ownFile(tx, caller, id)
  })
