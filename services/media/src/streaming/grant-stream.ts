import { type Db, sql } from '@griot/service-kit/db/db'
import { shortHash } from '@griot/service-kit/files/short-hash'
import { conflict, notFound } from '@griot/service-kit/http/errors'
import type { Grant } from '@griot/service-kit/identity/grant'
import { fileNotFound, findFile, isOwn, type StoredFile } from '../files/media-file.ts'
import { renditionKey } from '../storage/objects.ts'
import type { Listener, MayHearDraft } from './hear-draft.ts'

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

interface Rules {
  db: Db
  mayHearDraft: MayHearDraft
}

/** `invited`: a member of the show, or a user with a private link, hears an episode that is not published. */
type Audience = 'owner' | 'everyone' | 'invited'

/** Undefined if the caller may not hear the file. */
const audienceOf = async (rules: Rules, file: StoredFile, listener: Listener): Promise<Audience | undefined> => {
  if (isOwn(listener.user, file)) return 'owner'
  if (file.status !== 'ready') return undefined
  if (await isPublic(rules.db, file.id)) return 'everyone'
  return (await rules.mayHearDraft(file, listener)) ? 'invited' : undefined
}

/**
 * The file, if the caller may play it: its owner and admins, every visitor once a published episode plays it, and before,
 * users who may hear the draft. Throws 404 otherwise, and 409 while the owner's file is not ready.
 */
export const audibleFile = async (rules: Rules, listener: Listener, id: string) => {
  const file = await findFile(rules.db, id)
  if (file === undefined) throw fileNotFound()
  const audience = await audienceOf(rules, file, listener)
  if (audience === undefined) throw fileNotFound()
  if (file.status === 'failed') {
    throw conflict('media.failed', 'This file could not be processed, so it cannot be played.')
  }
  if (file.status === 'processing') throw conflict('media.not_ready', 'This file cannot be played yet.')
  return { file, audience }
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
export const grantStream = async (rules: Rules, listener: Listener, id: string, requested?: Form): Promise<Grant> => {
  const { file, audience } = await audibleFile(rules, listener, id)
  const form = requested ?? (file.delivers === 'rendition' ? 'mp3' : 'original')
  // Listeners only get what the episode plays: the rendition or the original, as the owner has chosen.
  const isPlayed = (form === 'original') === (file.delivers === 'original')
  if (!isPlayed && audience !== 'owner') throw fileNotFound()
  const isPublished = audience === 'everyone'
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
