import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drawCover } from '../../covers/draw-cover.ts'
import { encodeJpeg } from '../../pictures/encode-jpeg.ts'
import { allowedText } from '../xml.ts'

// Most servers have no font for these, and a missing glyph is drawn as a box with a number.
const PICTOGRAPH = /(\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f)[\u200d\ufe0f]?/gu

/** Draws the cover of a title as a square JPEG. */
export const rasterizeCover = async ({ id, title }: { id: string; title: string }) => {
  const allowed = allowedText(title)
  const svg = drawCover({ id, title: allowed.replace(PICTOGRAPH, '').trim() || allowed })
  const path = join(tmpdir(), `cover-${randomUUID()}.svg`)
  try {
    await writeFile(path, svg)
    const { jpeg } = await encodeJpeg(path)
    return jpeg
  } finally {
    await rm(path, { force: true })
  }
}
