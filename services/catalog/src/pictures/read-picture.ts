import { COVER_SIZES } from '@griot/contracts/catalog/covers'
import { AppError, refused } from '@griot/service-kit/errors'
import type { PictureKind } from './pictures.queries.ts'

/** Side of the smallest picture that is still one at all. */
const LEAST_PIXELS = 300
/** A photograph of a good camera; a file of a few kilobytes may claim a thousand times that. */
const MOST_PIXELS = 50_000_000
const TIMEOUT_SECONDS = 20

const unsupported = (kind: PictureKind) =>
  new AppError(415, `${kind}.unsupported_type`, 'Please choose a JPEG, PNG or WebP picture.', {
    fields: { [kind]: 'Please choose a JPEG, PNG or WebP picture.' },
  })
const broken = (kind: PictureKind, cause: unknown) =>
  new AppError(422, `${kind}.broken`, 'This picture could not be read. Please save it again and try once more.', {
    cause,
  })
const tooSmall = (kind: PictureKind) =>
  refused(
    `${kind}.too_small`,
    `This picture is too small. It needs ${LEAST_PIXELS} by ${LEAST_PIXELS} pixels at least.`,
  )
const tooLarge = (kind: PictureKind) =>
  refused(`${kind}.too_many_pixels`, 'This picture has too many pixels. 3000 by 3000 is the best size.')

type Sharp = typeof import('sharp')['default']

let opened: Promise<Sharp> | undefined

/** The library weighs 20 MB in memory, which a process that nobody sends a cover does without. */
const openLibrary = () => {
  opened ??= import('sharp').then(({ default: sharp }) => {
    // It reads a dozen formats; those we take are the three whose readers are in every browser, too.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
    })
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return opened
}

/** By the first bytes: what a browser or a name says of a file is nothing that we go by. */
const isPicture = (bytes: Buffer) =>
  bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ||
  bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) ||
  (bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP')

interface PictureRendition {
  size: (typeof COVER_SIZES)[number]
  bytes: Buffer
}

/**
 * Reads a picture and makes it anew in every size that is kept: turned upright, cut to a square around its
 * middle, in sRGB, and without anything that is not picture, such as where it was taken. Never made larger.
 */
export const readPicture = async (bytes: Buffer, kind: PictureKind): Promise<PictureRendition[]> => {
  if (!isPicture(bytes)) throw unsupported(kind)
  const sharp = await openLibrary()
  const open = () => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })

  const { width, height } = await open()
    .metadata()
    .catch((error: Error) => {
      throw /pixel limit/i.test(error.message) ? tooLarge(kind) : broken(kind, error)
    })
  if (Math.min(width, height) < LEAST_PIXELS) throw tooSmall(kind)
  const square = Math.min(width, height)

  const renditions: PictureRendition[] = []
  // One after the other: each holds a decoded picture.
  for (const size of COVER_SIZES) {
    const side = Math.min(Number(size), square)
    const rendition = await open()
      .timeout({ seconds: TIMEOUT_SECONDS })
      .rotate()
      .resize(side, side, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .webp({ quality: 84 })
      .toBuffer()
      .catch((error: unknown) => {
        throw broken(kind, error)
      })
    renditions.push({ size, bytes: rendition })
  }
  return renditions
}
