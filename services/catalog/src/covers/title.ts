import { CAP_HEIGHT, DESCENT, drawText } from './lettering.ts'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

const LARGEST = 230
const SMALLEST = 30
const LEADING = 0.98
/** Where letters carry marks, as in Ọ̀rọ̀, a line must not stand in the next one's. */
const LEADING_WITH_MARKS = 1.18

/** Lines of a title at a size: as large as the box allows, and no line much shorter than the others. */
interface Setting {
  lines: string[]
  size: number
  /** From baseline to baseline, in ems. */
  leading: number
  height: number
}

type Measure = (text: string) => number

interface Word {
  text: string
  width: number
}

/** Breaks a title into lines and finds the largest size at which they fill the box. */
export const setTitle = (title: string, box: Pick<Box, 'width' | 'height'>, measure: Measure): Setting => {
  const words = title
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((text) => ({ text, width: measure(text) }))
  const space = measure('n n') - 2 * measure('n')
  const leading = /\p{M}/u.test(title.normalize('NFD')) ? LEADING_WITH_MARKS : LEADING
  const wrapped = (width: number) => wrap(words, width, space, measure)

  const fits = (size: number) => {
    const most = box.width / size
    if (size > WHOLE_WORDS_DOWN_TO && words.some(({ text, width }) => width > most && !UNSPACED.test(text)))
      return false
    return heightOf(wrapped(most).length, size, leading) <= box.height
  }
  let size = SMALLEST
  for (let step = 128; step >= 1; step /= 2) {
    if (size + step <= LARGEST && fits(size + step)) size += step
  }
  const lines = balanced(box.width / size, wrapped)
  return { lines, size, leading, height: heightOf(lines.length, size, leading) }
}

// A word is broken only when the title would be tiny otherwise,
const WHOLE_WORDS_DOWN_TO = 56
// but some scripts do not part their words.
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u

const heightOf = (lines: number, size: number, leading: number) => (CAP_HEIGHT + DESCENT + (lines - 1) * leading) * size

/** As few lines as the width allows, then as narrow as that many lines allow. */
const balanced = (width: number, wrapped: (width: number) => Line[]) => {
  const widest = wrapped(width)
  let low = width / 2
  let high = width
  while (high - low > 0.05) {
    const middle = (low + high) / 2
    const tried = wrapped(middle)
    const isAsGood =
      tried.length === widest.length && tried.every((line) => line.width <= middle) && !cuts(tried, widest)
    if (isAsGood) high = middle
    else low = middle
  }
  return wrapped(high).map(({ text }) => text)
}

/** The lines break a word that these others do not, or elsewhere. */
const cuts = (lines: Line[], others: Line[]) =>
  lines.map(({ text }) => text).join(' ') !== others.map(({ text }) => text).join(' ')

type Line = Word

const wrap = (words: Word[], width: number, space: number, measure: Measure): Line[] => {
  const lines: Line[] = []
  for (const word of words.flatMap((word) => pieces(word, width, measure))) {
    const line = lines.at(-1)
    if (line !== undefined && line.width + space + word.width <= width) {
      line.text += ` ${word.text}`
      line.width += space + word.width
    } else lines.push({ ...word })
  }
  return lines
}

/** A word that is longer than a line, cut where it must be. */
const pieces = (word: Word, width: number, measure: Measure): Word[] => {
  if (word.width <= width) return [word]
  const cut: Word[] = []
  for (const { segment } of letters.segment(word.text)) {
    const piece = cut.at(-1)
    const more = measure(segment)
    if (piece !== undefined && piece.width + more <= width) {
      piece.text += segment
      piece.width += more
    } else cut.push({ text: segment, width: more })
  }
  return cut
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The title as markup, standing on the bottom of the box, or hanging from its top. */
export const drawTitle = (title: string, box: Box, ink: string, stands: 'bottom' | 'top') => {
  const text = title.normalize('NFC')
  const isDrawable = drawText(text) !== undefined
  const { lines, size, leading, height } = setTitle(text, box, isDrawable ? remembered(drawnWidth) : estimatedWidth)
  const top = stands === 'top' ? box.y : box.y + box.height - height
  const baseline = (line: number) => top + (CAP_HEIGHT + line * leading) * size

  if (isDrawable) {
    const outline = lines.map((line, at) => drawText(line)?.outline(size, box.x, baseline(at)) ?? '').join('')
    return { markup: `<path fill="${ink}" d="${outline}"/>`, height }
  }
  // Scripts that we bring no face for are left to the reader's machine.
  const isRightToLeft = RIGHT_TO_LEFT.test(text)
  const x = isRightToLeft ? box.x + box.width : box.x
  const spans = lines.map((line, at) => `<tspan x="${x}" y="${Math.round(baseline(at))}">${escapeText(line)}</tspan>`)
  const attributes =
    `fill="${ink}" font-family="system-ui,'Noto Sans',sans-serif" font-weight="800" font-size="${size}"` +
    (isRightToLeft ? ' direction="rtl"' : '')
  return { markup: `<text ${attributes}>${spans.join('')}</text>`, height }
}

const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Adlam}]/u

const drawnWidth: Measure = (text) => drawText(text)?.width ?? 0

const remembered = (measure: Measure): Measure => {
  const known = new Map<string, number>()
  return (text) => {
    const width = known.get(text) ?? measure(text)
    known.set(text, width)
    return width
  }
}

/** Ems that a text takes at most in a bold face of any machine. */
const estimatedWidth: Measure = (text) => {
  let width = 0
  for (const { segment } of letters.segment(text)) width += estimatedLetter(segment)
  return width
}

const estimatedLetter = (letter: string) => {
  if (/^[MWmw@%]/.test(letter)) return 0.95
  if (/^[\p{ASCII}\p{Script=Latin}]/u.test(letter)) return 0.66
  if (/^[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letter)) return 0.75
  return 1.15
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeText = (text: string) => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter)
