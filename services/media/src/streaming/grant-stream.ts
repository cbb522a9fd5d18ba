import { createHash } from 'node:crypto'
import type { Db } from '@griot/service-kit/db'
import { conflict } from '@griot/service-kit/errors'
import type { Grant } from '@griot/service-kit/grant'
import type { Caller } from '@griot/service-kit/identity'
import { findFile } from '../files/files.queries.ts'
import { fileNotFound, type StoredFile } from '../files/media-file.ts'
import { contentTypeOf } from './content-type.ts'

/**
 * The file, for whoever may hear it: its owner and admins, and anyone, signed in or not, once an episode plays it.
 * Nothing is heard before it was found to be audio.
 */
export const audibleFile = async (db: Db, caller: Caller | null, id: string): Promise<StoredFile> => {
  const file = await findFile(db, id)
  if (file === undefined) throw fileNotFound()
  const isTheirs = caller !== null && (file.ownerId === caller.id || caller.isAdmin)
  const isPublished = file.shown.episodeIds.length > 0
  if (!isTheirs && !isPublished) throw fileNotFound()
  if (file.shown.status !== 'ready') {
    if (!isTheirs) throw fileNotFound()
    throw conflict('media.not_ready', 'This file cannot be played yet.')
  }
  return file
}

/** Lets the gateway send the bytes of a file to someone who may hear it. */
export const grantStream = async (db: Db, caller: Caller | null, id: string): Promise<Grant> => {
  const file = await audibleFile(db, caller, id)
  return {
    key: file.objectKey,
    size: file.shown.fileSize,
    type: contentTypeOf(file.shown.format),
    etag: etagOf(file),
    name: file.shown.originalName,
  }
}

// An object is never written twice, so its key stands for its bytes; hashed, because keys stay between us and the store.
const etagOf = ({ objectKey }: StoredFile) =>
  `"${createHash('sha256').update(objectKey).digest('base64url').slice(0, 22)}"`
