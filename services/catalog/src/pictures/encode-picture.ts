import { COVER_SIZES } from '@griot/contracts/catalog/covers'
import { MAX_PIXELS, openSharp, TIMEOUT_SECONDS } from './open-sharp.ts'
import { MIN_PIXELS, pictureError } from './picture-errors.ts'
import type { PictureKind } from './pictures.queries.ts'

/**
 * Decodes a picture and encodes it in every stored size: rotated upright, cropped to its central square, in sRGB,
 * without metadata such as the location, never enlarged. `side` is that of the square, in pixels.
 */
export const encodePicture = async (bytes: Buffer, kind: PictureKind) => {
  const sharp = await openSharp()
  const open = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })

  const { width, height } = await open()
    .metadata()
    .catch((error: Error) => {
      if (/unsupported image format/.test(error.message)) throw pictureError(kind, 'unsupported_type')
      throw /pixel limit/i.test(error.message)
        ? pictureError(kind, 'too_many_pixels')
        : pictureError(kind, 'broken', error)
    })
  const square = Math.min(width, height)
  if (square < MIN_PIXELS) throw pictureError(kind, 'too_small')

  const renditions: { size: (typeof COVER_SIZES)[number]; bytes: Buffer }[] = []
  // Sequential, because each holds a decoded picture in memory.
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
        throw pictureError(kind, 'broken', error)
      })
    renditions.push({ size, bytes: rendition })
  }
  return { side: square, renditions }
}
