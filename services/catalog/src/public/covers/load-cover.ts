import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { notFound } from '@griot/service-kit/http/errors'
import { ObjectMissing } from '@griot/service-kit/objects/object-store'
import type { Catalog } from '../../catalog.ts'
import { encodeJpeg, encodePreview } from '../../pictures/encode-jpeg.ts'
import { pictureError } from '../../pictures/picture-errors.ts'
import { encoding, type JpegForm, jpegKey, pictureKey } from '../../pictures/upload-picture.ts'
import { type FoundCover, insertDrawn, setSide } from './covers.queries.ts'
import { rasterizeCover } from './rasterize.ts'

type Storage = Pick<Catalog, 'db' | 'store'>

/** Some seconds of work for drawn covers. */
const MAX_WAITING = 40

/** Reads a cover. Makes and stores it if it does not exist yet: drawn covers, and covers that earlier releases stored. */
export const loadCover = async (storage: Storage, cover: FoundCover, form: JpegForm): Promise<Buffer> => {
  const pictureId = cover.pictureId ?? (await rowOfDrawn(storage, cover))
  const load = (wanted: JpegForm): Promise<Buffer> =>
    readOrMake(storage, jpegKey(pictureId, wanted), async () => {
      if (wanted === 'square') return makeSquare(storage, cover, pictureId)
      const square = await load('square')
      return encode(() => encodePreview(square))
    })
  return load(form)
}

const rowOfDrawn = async ({ db }: Storage, { podcastId, titleVersion }: FoundCover) => {
  const id = titleVersion === null ? undefined : await insertDrawn(db, podcastId, titleVersion)
  if (id === undefined) throw notFound('cover')
  return id
}

const readOrMake = async ({ store }: Storage, key: string, make: () => Promise<Buffer>) => {
  const stored = await readObject({ store }, key)
  if (stored !== undefined) return stored
  const made = await make()
  await store.put(key, Readable.from([made]), { size: made.length })
  return made
}

const readObject = async ({ store }: Pick<Storage, 'store'>, key: string) => {
  try {
    return await buffer(await store.read(key))
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined
    throw error
  }
}

const makeSquare = async (
  { db, store }: Storage,
  { podcastId, titleVersion, title }: FoundCover,
  pictureId: string,
) => {
  if (titleVersion !== null) {
    if (title === null) throw notFound('cover')
    return encode(() => rasterizeCover({ id: podcastId, title }))
  }
  const largest = await readObject({ store }, pictureKey(pictureId, '1400'))
  // Its upload is not complete.
  if (largest === undefined) throw notFound('cover')
  const { jpeg, side } = await encode(() => encodeJpeg(largest))
  await setSide(db, pictureId, side)
  return jpeg
}

/** Throws 503 while too many pictures wait. */
const encode = <Result>(work: () => Promise<Result>) => {
  if (encoding.pendingCount >= MAX_WAITING) throw pictureError('cover', 'busy')
  return encoding(work)
}
