import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { COVER_SIZES, MAX_COVER_BYTES } from '@griot/contracts/catalog/covers'
import { inTransaction, type Tx } from '@griot/service-kit/db/db'
import { createBodySlots } from '@griot/service-kit/http/body-slots'
import { cutShort, discardRest } from '@griot/service-kit/http/upload-form'
import pLimit from 'p-limit'
import type { Catalog } from '../catalog.ts'
import { encodeJpeg, encodePreview } from './encode-jpeg.ts'
import { encodePicture } from './encode-picture.ts'
import { pictureError } from './picture-errors.ts'
import { deletePictureRow, insertPicture, type PictureKind, setPicture, unusedPictures } from './pictures.queries.ts'
import { FORM_OVERHEAD_BYTES, receivePicture } from './receive-picture.ts'

/** The object key of a picture of any kind. */
export const pictureKey = (pictureId: string, size: (typeof COVER_SIZES)[number]) => `covers/${pictureId}/${size}.webp`

/** The object key of a picture for feeds and for link previews. */
export const jpegKey = (pictureId: string, form: JpegForm) => `covers/${pictureId}/${form}.jpg`

const JPEG_FORMS = ['square', 'preview'] as const
export type JpegForm = (typeof JPEG_FORMS)[number]

/** Each decoded picture takes up to 200 MB. */
export const encoding = pLimit(3)

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

interface PictureChange {
  kind: PictureKind
  ownerId: string
  userId: string
  onChange(tx: Tx): Promise<void>
}

/** Stores the picture of a multipart form and makes it the current one. The caller has checked the permission. */
export const uploadPicture = async (
  catalog: Pick<Catalog, 'db' | 'store'>,
  request: IncomingMessage,
  { kind, ownerId, userId, onChange }: PictureChange,
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
      await inTransaction(catalog.db, async (tx) => {
        await setPicture(tx, kind, ownerId, pictureId)
        await onChange(tx)
      })
    } finally {
      slot.release()
    }
  } catch (error) {
    discardRest(request)
    throw error
  }
}

/** Stores the picture in every size, a cover also as JPEG, and returns its id. Nothing shows it yet. */
export const storePicture = async (
  { db, store }: Pick<Catalog, 'db' | 'store'>,
  picture: Buffer,
  { kind, ownerId }: { kind: PictureKind; ownerId: string },
) => {
  const { side, renditions, jpegs } = await encoding(async () => {
    const encoded = await encodePicture(picture, kind)
    return { ...encoded, jpegs: kind === 'cover' ? await encodeJpegs(picture) : [] }
  })
  const pictureId = await insertPicture(db, kind, ownerId, side)
  const put = (key: string, bytes: Buffer) => store.put(key, Readable.from([bytes]), { size: bytes.length })
  for (const { size, bytes } of renditions) await put(pictureKey(pictureId, size), bytes)
  for (const { form, bytes } of jpegs) await put(jpegKey(pictureId, form), bytes)
  return pictureId
}

const encodeJpegs = async (picture: Buffer) => {
  const { jpeg: square } = await encodeJpeg(picture)
  return [
    { form: 'square', bytes: square },
    { form: 'preview', bytes: await encodePreview(square) },
  ] as const
}

// Open pages and cached responses still refer to the previous picture.
const UNUSED_MINUTES = 60

/** Deletes unused pictures, including those of an upload whose process was killed. */
export const sweepPictures = async ({ db, store }: Pick<Catalog, 'db' | 'store'>, minutes = UNUSED_MINUTES) => {
  for (const { id } of await unusedPictures(db, minutes)) {
    for (const size of COVER_SIZES) await store.remove(pictureKey(id, size))
    for (const form of JPEG_FORMS) await store.remove(jpegKey(id, form))
    await deletePictureRow(db, id)
  }
}
