import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'

const require = createRequire(import.meta.url)

// Letters are drawn as outlines: a picture may load no font, and the title must fit on every machine alike.
const HOUSE_FACE = ['latin', 'latin-ext', 'vietnamese'].map(
  (part) => `bricolage-grotesque/files/bricolage-grotesque-${part}`,
)
/** Stands in for letters that the house face lacks, as ɛ and ɔ. */
const SECOND_FACE = ['latin-ext', 'vietnamese', 'cyrillic', 'greek', 'latin'].map(
  (part) => `inter-tight/files/inter-tight-${part}`,
)

interface Face {
  font: fontkit.Font
  /** Ems of this face for one em of the house face, so that small letters stand equally high. */
  scale: number
}

let opened: Face[] | undefined

const faces = () => {
  if (opened !== undefined) return opened
  const fonts = [...HOUSE_FACE, ...SECOND_FACE].map((path) => {
    const font = fontkit.create(readFileSync(require.resolve(`@fontsource/${path}-800-normal.woff`)))
    if (!('layout' in font)) throw new Error(`${path} is a collection of fonts`)
    return font
  })
  const xHeight = (fonts[0]?.xHeight ?? 500) / (fonts[0]?.unitsPerEm ?? 1000)
  opened = fonts.map((font) => ({ font, scale: xHeight / (font.xHeight / font.unitsPerEm) }))
  return opened
}

/** Capitals and figures reach this high, in ems of the house face. */
export const CAP_HEIGHT = 0.66
/** Letters as g and y reach this far down. */
export const DESCENT = 0.2

/** A stretch of text drawn: its width in ems, and its outline at a size and place. */
export interface Drawn {
  width: number
  outline(size: number, x: number, baseline: number): string
}

/** The text's outline, or nothing when a letter of it is in none of our faces. */
export const drawText = (text: string): Drawn | undefined => {
  const runs = runsOf(text)
  if (runs === undefined) return undefined
  const laid = runs.map(({ face, text }) => {
    const run = face.font.layout(text)
    const em = face.scale / face.font.unitsPerEm
    return { run, em, width: run.advanceWidth * em }
  })
  return {
    width: laid.reduce((sum, { width }) => sum + width, 0),
    outline(size, x, baseline) {
      let at = x
      return laid
        .map(({ run, em, width }) => {
          const path = outlineOf(run, em * size, at, baseline)
          at += width * size
          return path
        })
        .join('')
    },
  }
}

interface Run {
  face: Face
  text: string
}

const runsOf = (text: string): Run[] | undefined => {
  const runs: Run[] = []
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    const last = runs.at(-1)
    // A mark belongs to the letter it stands on.
    const isMark = /\p{M}/u.test(letter)
    const face =
      last !== undefined && (isMark || last.face === faces()[0]) && last.face.font.hasGlyphForCodePoint(code)
        ? last.face
        : faces().find(({ font }) => font.hasGlyphForCodePoint(code))
    if (face === undefined) return undefined
    if (last?.face === face) last.text += letter
    else runs.push({ face, text: letter })
  }
  return runs
}

const outlineOf = (run: fontkit.GlyphRun, scale: number, x: number, baseline: number) => {
  let pen = x
  let path = ''
  let base = { centre: 0, top: 0, bottom: 0 }
  for (const [at, glyph] of run.glyphs.entries()) {
    const place = run.positions[at]
    if (place === undefined) continue
    const { minX, maxX, minY, maxY } = glyph.bbox
    const middle = (minX + maxX) / 2
    if (glyph.isMark) {
      // The web's cuts of these faces have lost where marks stand on their letters, so they are stood there by hand.
      const up = minY > 0 ? Math.max(0, base.top + MARK_GAP - minY) : Math.min(0, base.bottom - MARK_GAP - maxY)
      path += pathOf(glyph, scale, base.centre - middle * scale, baseline - up * scale)
      base = { ...base, top: Math.max(base.top, maxY + up), bottom: Math.min(base.bottom, minY + up) }
      continue
    }
    const left = pen + place.xOffset * scale
    path += pathOf(glyph, scale, left, baseline - place.yOffset * scale)
    base = { centre: left + middle * scale, top: maxY, bottom: minY }
    pen += place.xAdvance * scale
  }
  return path
}

/** In the units of the face. */
const MARK_GAP = 50

const pathOf = (glyph: fontkit.Glyph, scale: number, left: number, bottom: number) => {
  let path = ''
  for (const { command, args } of glyph.path.commands) {
    path += COMMANDS[command] ?? ''
    path += args.map((value, at) => short(at % 2 === 0 ? left + value * scale : bottom - value * scale)).join(' ')
  }
  return path
}

const COMMANDS: Record<string, string> = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
}

const short = (value: number) => String(Math.round(value * 10) / 10)
