import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'

const require = createRequire(import.meta.url)

// Letters are drawn as outlines, because an SVG image cannot load fonts and the title must fit on every machine.
const BRAND_FACE = ['latin', 'latin-ext', 'vietnamese'].map(
  (part) => `bricolage-grotesque/files/bricolage-grotesque-${part}`,
)
/** Used for letters that the brand face lacks, such as ɛ and ɔ. */
const FALLBACK_FACE = ['latin-ext', 'vietnamese', 'cyrillic', 'greek', 'latin'].map(
  (part) => `inter-tight/files/inter-tight-${part}`,
)

interface Face {
  font: fontkit.Font
  /** Ems of this face per em of the brand face, so that both have the same x-height. */
  scale: number
}

const fonts = [...BRAND_FACE, ...FALLBACK_FACE].map((path) => {
  const font = fontkit.create(readFileSync(require.resolve(`@fontsource/${path}-800-normal.woff`)))
  if (!('layout' in font)) throw new Error(`${path} is a collection of fonts`)
  return font
})
const xHeight = (fonts[0]?.xHeight ?? 500) / (fonts[0]?.unitsPerEm ?? 1000)
const faces: Face[] = fonts.map((font) => ({ font, scale: xHeight / (font.xHeight / font.unitsPerEm) }))

/** Height of capitals and digits, in ems of the brand face. */
export const CAP_HEIGHT = 0.66
/** Depth of letters such as g and y, in ems. */
export const DESCENT = 0.2

/** Lays out a text: its width in ems, and its SVG outline at a size and position. Undefined if a letter is in no face. */
export const drawText = (text: string) => {
  const runs = runsOf(text)
  if (runs === undefined) return undefined
  const laid = runs.map(({ face, text }) => {
    const run = face.font.layout(text)
    const em = face.scale / face.font.unitsPerEm
    return { run, em, width: run.advanceWidth * em }
  })
  return {
    width: laid.reduce((sum, { width }) => sum + width, 0),
    outline(size: number, x: number, baseline: number) {
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

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The letters of a text, each with its combining marks. */
export const lettersOf = (text: string) => Array.from(graphemes.segment(text), ({ segment }) => segment)

const runsOf = (text: string): Run[] | undefined => {
  const runs: Run[] = []
  for (const letter of lettersOf(text)) {
    const codes = Array.from(letter, (character) => character.codePointAt(0) ?? 0)
    const face = faces.find(({ font }) => codes.every((code) => font.hasGlyphForCodePoint(code)))
    if (face === undefined) return undefined
    const last = runs.at(-1)
    if (last?.face === face) last.text += letter
    else runs.push({ face, text: letter })
  }
  return runs
}

const outlineOf = (run: fontkit.GlyphRun, scale: number, x: number, baseline: number) => {
  let pen = x
  let path = ''
  let base = { center: 0, top: 0, bottom: 0 }
  for (const [at, glyph] of run.glyphs.entries()) {
    const place = run.positions[at]
    if (place === undefined) continue
    const { minX, maxX, minY, maxY } = glyph.bbox
    const middle = (minX + maxX) / 2
    if (glyph.isMark) {
      // The web fonts lack anchor positions for marks, so place marks above or below the letter here.
      const up = minY > 0 ? Math.max(0, base.top + MARK_GAP - minY) : Math.min(0, base.bottom - MARK_GAP - maxY)
      path += pathOf(glyph, scale, base.center - middle * scale, baseline - up * scale)
      base = { ...base, top: Math.max(base.top, maxY + up), bottom: Math.min(base.bottom, minY + up) }
      continue
    }
    const left = pen + place.xOffset * scale
    path += pathOf(glyph, scale, left, baseline - place.yOffset * scale)
    base = { center: left + middle * scale, top: maxY, bottom: minY }
    pen += place.xAdvance * scale
  }
  return path
}

/** In font units. */
const MARK_GAP = 50

const pathOf = (glyph: fontkit.Glyph, scale: number, left: number, bottom: number) =>
  glyph.path.scale(scale, -scale).translate(left, bottom).toSVG()
