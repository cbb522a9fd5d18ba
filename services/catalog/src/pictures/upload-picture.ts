import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { COVER_SIZES } from '@griot/contracts/catalog/covers'
import { inTransaction } from '@griot/service-kit/db/db'
import { discardRest } from '@griot/service-kit/http/upload-form'
import pLimit from 'p-limit'
import type { Catalog } from '../catalog.ts'
import { encodePicture } from './encode-picture.ts'
import { pictureError } from './picture-errors.ts'
import { deletePictureRow, insertPicture, type PictureKind, setPicture, unusedPictures } from './pictures.queries.ts'
import { receivePicture } from './receive-picture.ts'

/** The object key of a picture of any kind. */
export const pictureKey = (pictureId: string, size: (typeof COVER_SIZES)[number]) => `covers/${pictureId}/${size}.webp`

// Each upload is held in memory, and each decoded picture takes up to 200 MB.
const MAX_UPLOADS = 6
const encoding = pLimit(3)

/** Users with an upload in progress. One upload per user, so that a slow sender does not take every slot. */
const uploading = new Set<string>()

/** Stores the picture of a multipart form and makes it the current one. The caller has checked the permission. */
export const uploadPicture = async (
  { db, store }: Pick<Catalog, 'db' | 'store'>,
  request: IncomingMessage,
  { kind, ownerId, userId }: { kind: PictureKind; ownerId: string; userId: string },
) => {
  if (uploading.has(userId) || uploading.size >= MAX_UPLOADS) {
    discardRest(request)
    throw pictureError(kind, uploading.has(userId) ? 'too_many' : 'busy')
  }
  uploading.add(userId)
  try {
    const picture = await receivePicture(request, kind)
    const renditions = await encoding(() => encodePicture(picture, kind))
    const pictureId = await insertPicture(db, kind, ownerId)
    for (const { size, bytes } of renditions) {
      await store.put(pictureKey(pictureId, size), Readable.from([bytes]), { size: bytes.length })
    }
    await inTransaction(db, (tx) => setPicture(tx, kind, ownerId, pictureId))
  } finally {
    uploading.delete(userId)
  }
}

// Open pages and cached responses still refer to the previous picture.
const UNUSED_MINUTES = 60

/** Deletes unused pictures, including those of an upload whose process was killed. */
export const sweepPictures = async ({ db, store }: Pick<Catalog, 'db' | 'store'>, minutes = UNUSED_MINUTES) => {
  for (const { id } of await unusedPictures(db, minutes)) {
    for (const size of COVER_SIZES) await store.remove(pictureKey(id, size))
    await deletePictureRow(db, id)
  }
}
