import type { Db } from '@griot/service-kit/db'
import { conflict, notFound } from '@griot/service-kit/errors'
import type { Grant } from '@griot/service-kit/grant'
import type { Caller } from '@griot/service-kit/identity'
import { shortHash } from '@griot/service-kit/short-hash'
import { findFile } from '../files/files.queries.ts'
import { fileNotFound, type StoredFile } from '../files/media-file.ts'
import { isHeardByAll } from '../links/visibility.queries.ts'
import { renditionKey } from '../storage/keys.ts'
import { contentTypeOf } from './content-type.ts'

/**
 * The file, for whoever may hear it: its owner and admins, and anyone, signed in or not, once a published episode plays
 * it. Nothing is heard before it was found to be audio.
 */
export const audibleFile = async (db: Db, caller: Caller | null, id: string): Promise<StoredFile> => {
  const file = await findFile(db, id)
  if (file === undefined) throw fileNotFound()
  const isTheirs = caller !== null && (file.ownerId === caller.id || caller.isAdmin)
  if (!isTheirs && !(await isHeardByAll(db, id))) throw fileNotFound()
  if (file.shown.status !== 'ready') {
    if (!isTheirs) throw fileNotFound()
    throw conflict('media.not_ready', 'This file cannot be played yet.')
  }
  return file
}

type Form = 'original' | 'mp3' | 'aac'

/** Lets the gateway send the bytes of a file to someone who may hear it: what its owner has chosen, unless asked for. */
export const grantStream = async (db: Db, caller: Caller | null, id: string, asked?: Form): Promise<Grant> => {
  const file = await audibleFile(db, caller, id)
  const form = asked ?? (file.shown.delivers === 'rendition' ? 'mp3' : 'original')
  const isTheirs = caller !== null && (file.ownerId === caller.id || caller.isAdmin)
  // Who has chosen an even loudness for the listeners need not show them what it was before.
  if (form === 'original' && file.shown.delivers !== 'original' && !isTheirs) throw fileNotFound()
  return form === 'original' ? originalOf(file) : renditionOf(file, form)
}

const originalOf = (file: StoredFile): Grant => ({
  key: file.objectKey,
  size: file.shown.fileSize,
  type: contentTypeOf(file.shown.format),
  etag: etagOf(file.objectKey),
  name: file.shown.originalName,
})

const renditionOf = ({ renditionId, shown }: StoredFile, form: 'mp3' | 'aac'): Grant => {
  const size = form === 'mp3' ? shown.rendition?.mp3Size : shown.rendition?.aacSize
  if (renditionId === null || size == null) throw notFound('rendition')
  const key = renditionKey(renditionId, form)
  const ending = form === 'mp3' ? 'mp3' : 'm4a'
  return {
    key,
    size,
    type: contentTypeOf(ending),
    etag: etagOf(key),
    name: `${shown.originalName.replace(/\.[^.]{1,5}$/, '')}.${ending}`,
  }
}

// An object is never written twice, so its key stands for its bytes; hashed, because keys stay between us and the store.
const etagOf = (objectKey: string) => `"${shortHash(objectKey)}"`
