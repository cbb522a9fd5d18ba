import { type Db, sql } from '@griot/service-kit/db/db'
import { shortHash } from '@griot/service-kit/files/short-hash'
import { conflict, notFound } from '@griot/service-kit/http/errors'
import type { Grant } from '@griot/service-kit/identity/grant'
import type { Caller } from '@griot/service-kit/identity/identity'
import { fileNotFound, findFile, isOwn, type StoredFile } from '../files/media-file.ts'
import { renditionKey } from '../storage/objects.ts'

const TYPES: Record<string, string> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  aac: 'audio/aac',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
}

/** The media type of a measured format. The declared type is never used: it could be one that runs scripts. */
const contentTypeOf = (format: string | null) => TYPES[format ?? ''] ?? 'application/octet-stream'

/**
 * The file, if the caller may play it: its owner and admins, and every visitor once a published episode plays it. Throws
 * 404 otherwise, and 409 while the owner's file is not ready.
 */
export const audibleFile = async (db: Db, caller: Caller | null, id: string): Promise<StoredFile> => {
  const file = await findFile(db, id)
  if (file === undefined) throw fileNotFound()
  const isHidden = !isOwn(caller, file) && (file.status !== 'ready' || !(await isPublic(db, id)))
  if (isHidden) throw fileNotFound()
  if (file.status === 'failed') {
    throw conflict('media.failed', 'This file could not be processed, so it cannot be played.')
  }
  if (file.status === 'processing') throw conflict('media.not_ready', 'This file cannot be played yet.')
  return file
}

/** Whether a published episode plays this file. Episodes from before drafts existed have no visibility. */
const isPublic = async (db: Db, mediaFileId: string) => {
  const played = await db.run(sql`
    select 1 from episode_media e left join episode_visibility v using (episode_id)
    where e.media_file_id = ${mediaFileId} and coalesce(v.is_published, true)
    limit 1
  `)
  return played > 0
}

type Form = 'original' | 'mp3' | 'aac'

/** A grant for the gateway to send the file, by default in the form that its owner has chosen. */
export const grantStream = async (db: Db, caller: Caller | null, id: string, requested?: Form): Promise<Grant> => {
  const file = await audibleFile(db, caller, id)
  const form = requested ?? (file.delivers === 'rendition' ? 'mp3' : 'original')
  // Listeners only get what the episode plays: the rendition or the original, as the owner has chosen.
  const isPlayed = (form === 'original') === (file.delivers === 'original')
  if (!isPlayed && !isOwn(caller, file)) throw fileNotFound()
  // Other users and visitors play published audio only.
  const isPublished = !isOwn(caller, file)
  if (form !== 'original') return { ...renditionOf(file, form), isPublished }
  return {
    isPublished,
    key: file.objectKey,
    size: file.fileSize,
    type: contentTypeOf(file.format),
    etag: etagOf(file.objectKey),
    name: file.originalName,
  }
}

const renditionOf = ({ renditionId, rendition, originalName }: StoredFile, form: 'mp3' | 'aac'): Grant => {
  const size = form === 'mp3' ? rendition?.mp3Size : rendition?.aacSize
  if (renditionId === null || size == null) throw notFound('rendition')
  const key = renditionKey(renditionId, form)
  const ending = form === 'mp3' ? 'mp3' : 'm4a'
  return {
    key,
    size,
    type: contentTypeOf(ending),
    etag: etagOf(key),
    name: `${originalName.replace(/\.[^.]{1,5}$/, '')}.${ending}`,
  }
}

// An object never changes, so its key identifies its bytes. Hashed, because keys are internal.
const etagOf = (objectKey: string) => `"${shortHash(objectKey)}"`
