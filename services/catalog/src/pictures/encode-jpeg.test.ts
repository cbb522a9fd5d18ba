import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { encodeJpeg, encodePreview } from './encode-jpeg.ts'

const plain = (width: number, height = width, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 194, g: 84, b: 27, alpha: 0.5 } } })

/** Each pixel has a random color, so that no encoder makes it small. */
const noise = (side: number) => sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })

const FOR_FEEDS = { format: 'jpeg', space: 'srgb', channels: 3, hasAlpha: false, depth: 'uchar' }

describe('encodeJpeg', () => {
  it.each([
    [300, 1400],
    [1399, 1400],
    [1400, 1400],
    [2222, 2222],
    [3000, 3000],
    [4000, 3000],
  ])('makes a picture of %i pixels a square of %i pixels', async (given, side) => {
    const { jpeg, side: stated } = await encodeJpeg(
      await plain(given, given + 100)
        .png()
        .toBuffer(),
    )

    expect(stated).toBe(given)
    expect(await sharp(jpeg).metadata()).toMatchObject({ ...FOR_FEEDS, width: side, height: side })
  })

  it.each([
    ['alpha', () => plain(1500, 1500, 4).png().toBuffer()],
    ['one gray channel', () => plain(1500).toColorspace('b-w').png().toBuffer()],
    ['16 bits a channel', () => plain(1500).toColorspace('rgb16').png().toBuffer()],
    ['CMYK', () => plain(1500).toColorspace('cmyk').jpeg().toBuffer()],
    ['another color profile', () => plain(1500).withIccProfile('p3').jpeg().toBuffer()],
    [
      'metadata',
      () =>
        plain(1500)
          .withExif({ IFD0: { Copyright: 'Kofi' } })
          .webp()
          .toBuffer(),
    ],
  ])('makes a picture with %s plain sRGB', async (_, make) => {
    const { jpeg } = await encodeJpeg(await make())

    const metadata = await sharp(jpeg).metadata()
    expect(metadata).toMatchObject({ ...FOR_FEEDS, width: 1500, height: 1500 })
    expect([metadata.exif, metadata.icc, metadata.xmp]).toEqual([undefined, undefined, undefined])
  })

  it('shows white where a picture is transparent', async () => {
    const transparent = sharp({ create: { width: 1400, height: 1400, channels: 4, background: '#00000000' } })
    const { jpeg } = await encodeJpeg(await transparent.png().toBuffer())

    expect([...(await sharp(jpeg).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255])
  })

  it('reduces a large picture with much detail to stay below 512 kB', async () => {
    const photo = await noise(300).resize(3000, 3000, { kernel: 'cubic' }).jpeg({ quality: 95 }).toBuffer()
    expect(photo.length).toBeGreaterThan(1_000_000)

    const { jpeg } = await encodeJpeg(photo)

    expect(jpeg.length).toBeLessThan(512_000)
    expect((await sharp(jpeg).metadata()).width).toBeGreaterThanOrEqual(1400)
  })

  it('encodes a picture that no quality makes small', async () => {
    const { jpeg } = await encodeJpeg(await noise(1500).png().toBuffer())

    expect(await sharp(jpeg).metadata()).toMatchObject({ ...FOR_FEEDS, width: 1400, height: 1400 })
  })
})

describe('encodePreview', () => {
  it.each([
    ['a plain cover', () => plain(1400)],
    ['noise', () => noise(1400)],
  ])('makes a JPEG of 1200 × 630 below 2 MB from %s', async (_, make) => {
    const preview = await encodePreview(await make().jpeg().toBuffer())

    expect(await sharp(preview).metadata()).toMatchObject({ ...FOR_FEEDS, width: 1200, height: 630 })
    expect(preview.length).toBeLessThan(2_000_000)
  })

  it('shows the whole cover in the center', async () => {
    const half = await sharp({ create: { width: 700, height: 1400, channels: 3, background: '#0000ff' } })
      .png()
      .toBuffer()
    const cover = sharp({ create: { width: 1400, height: 1400, channels: 3, background: '#ff0000' } })
    const preview = await encodePreview(
      await cover
        .composite([{ input: half, left: 700, top: 0 }])
        .jpeg()
        .toBuffer(),
    )

    const { data, info } = await sharp(preview).raw().toBuffer({ resolveWithObject: true })
    const colorAt = (x: number, y: number) => {
      const at = (y * info.width + x) * 3
      return { red: data[at] ?? 0, blue: data[at + 2] ?? 0 }
    }
    expect(colorAt(360, 70).red).toBeGreaterThan(200)
    expect(colorAt(840, 560).blue).toBeGreaterThan(200)
    // The background is darker.
    expect(colorAt(20, 315).red).toBeLessThan(200)
  })
})
