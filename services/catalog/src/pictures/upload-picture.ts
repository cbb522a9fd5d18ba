import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { COVER_SIZES, MAX_COVER_BYTES } from '@griot/contracts/catalog/covers'
import { inTransaction } from '@griot/service-kit/db/db'
import { createBodySlots } from '@griot/service-kit/http/body-slots'
import { cutShort, discardRest } from '@griot/service-kit/http/upload-form'
import pLimit from 'p-limit'
import type { Catalog } from '../catalog.ts'
import { encodePicture } from './encode-picture.ts'
import { pictureError } from './picture-errors.ts'
import { deletePictureRow, insertPicture, type PictureKind, setPicture, unusedPictures } from './pictures.queries.ts'
import { FORM_OVERHEAD_BYTES, receivePicture } from './receive-picture.ts'

/** The object key of a picture of any kind. */
export const pictureKey = (pictureId: string, size: (typeof COVER_SIZES)[number]) => `covers/${pictureId}/${size}.webp`

// Each decoded picture takes up to 200 MB.
const encoding = pLimit(3)

const slots = createBodySlots({
  // A person sees one form at a time.
  each: 1,
  // Each upload is held in memory, up to 10 MB.
  total: 12,
  minimumSpeed: { bytesPerSecond: 16 * 1024, windowMs: 10_000 },
  maxBytes: MAX_COVER_BYTES + FORM_OVERHEAD_BYTES,
  // A picture takes a second on most connections.
  youngMs: 1_000,
})

/** Stores the picture of a multipart form and makes it the current one. The caller has checked the permission. */
export const uploadPicture = async (
  catalog: Pick<Catalog, 'db' | 'store'>,
  request: IncomingMessage,
  { kind, ownerId, userId }: { kind: PictureKind; ownerId: string; userId: string },
) => {
  const refusals = {
    tooMany: () => pictureError(kind, 'too_many'),
    busy: () => pictureError(kind, 'busy'),
    tooLarge: () => pictureError(kind, 'too_large'),
    aborted: cutShort,
  }
  try {
    const slot = await slots.take({ person: userId, id: randomUUID(), request, refusals })
    try {
      const pictureId = await storePicture(catalog, await receivePicture(request, kind, slot), { kind, ownerId })
      await inTransaction(catalog.db, (tx) => setPicture(tx, kind, ownerId, pictureId))
    } finally {
      slot.release()
    }
  } catch (error) {
    discardRest(request)
    throw error
  }
}

/** Stores the picture in every size and returns its id. Nothing shows it yet. */
export const storePicture = async (
  { db, store }: Pick<Catalog, 'db' | 'store'>,
  picture: Buffer,
  { kind, ownerId }: { kind: PictureKind; ownerId: string },
) => {
  const renditions = await encoding(() => encodePicture(picture, kind))
  const pictureId = await insertPicture(db, kind, ownerId)
  for (const { size, bytes } of renditions) {
    await store.put(pictureKey(pictureId, size), Readable.from([bytes]), { size: bytes.length })
  }
  return pictureId
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
