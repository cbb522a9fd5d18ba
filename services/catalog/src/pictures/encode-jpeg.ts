import { MAX_PIXELS, openSharp, TIMEOUT_SECONDS } from './open-sharp.ts'

/** Directories accept squares of these sides. */
const JPEG_SIDES = { least: 1400, most: 3000 }
/** Directories advise covers below 512 kB. */
const ADVISED_BYTES = 512_000
const QUALITY = { usual: 82, least: 65 }

const PREVIEW = { width: 1200, height: 630 }
const PREVIEW_COVER = 510

/** Draws an SVG of 1000 pixels at twice its size. */
const SVG_DENSITY = 144

/** Bytes of a JPEG, PNG or WebP, or the path of an SVG of ours. */
type Source = Buffer | string

const openFrom = async (source: Source) => {
  const sharp = await openSharp()
  const density = typeof source === 'string' ? { density: SVG_DENSITY } : {}
  return () =>
    sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, ...density }).timeout({
      seconds: TIMEOUT_SECONDS,
    })
}

/** Less resolution before less quality: apps show covers small, where artifacts are visible and pixels are not. */
const attemptsFor = (square: number) => {
  const most = Math.min(Math.max(square, JPEG_SIDES.least), JPEG_SIDES.most)
  const sides = [...new Set([most, 2000, JPEG_SIDES.least])].filter((side) => side <= most)
  return [
    ...sides.map((side) => ({ side, quality: QUALITY.usual })),
    { side: JPEG_SIDES.least, quality: QUALITY.least },
  ]
}

/**
 * Encodes a square JPEG in sRGB without alpha, for feeds: upright, cropped to the central square, 1400 to 3000 pixels. A
 * smaller picture is enlarged. Returns the largest form below 512 kB, else the smallest one, and the side of the central
 * square of the source, in pixels.
 */
export const encodeJpeg = async (source: Source) => {
  const open = await openFrom(source)
  const { width, height } = await open().metadata()
  const square = Math.min(width, height)
  let jpeg = Buffer.alloc(0)
  for (const { side, quality } of attemptsFor(square)) {
    jpeg = await open()
      .rotate()
      .resize(side, side, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .toColorspace('srgb')
      .jpeg({ quality })
      .toBuffer()
    if (jpeg.length < ADVISED_BYTES) break
  }
  return { jpeg, side: square }
}

/** Encodes the picture of link previews, 1200 × 630: the cover in full, on an enlarged, blurred and darkened copy of it. */
export const encodePreview = async (cover: Buffer) => {
  const open = await openFrom(cover)
  const { width, height } = PREVIEW
  const front = await open().resize(PREVIEW_COVER, PREVIEW_COVER).png({ compressionLevel: 1 }).toBuffer()
  return open()
    .resize(width, height, { fit: 'cover' })
    .blur(36)
    .modulate({ brightness: 0.55 })
    .composite([{ input: front, gravity: 'center' }])
    .jpeg({ quality: QUALITY.usual })
    .toBuffer()
}
