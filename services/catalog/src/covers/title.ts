import { CAP_HEIGHT, DESCENT, drawText, lettersOf } from './lettering.ts'

interface Box {
  x: number
  y: number
  width: number
  height: number
}

const LARGEST = 230
const SMALLEST = 30
const LEADING = 0.98
/** Letters with marks, as in Ọ̀rọ̀, need more space between lines. */
const LEADING_WITH_MARKS = 1.18

type Measure = (text: string) => number

/** A line or a part of one. */
interface Piece {
  text: string
  width: number
}

/**
 * Breaks a title into balanced lines and finds the largest size at which they fit into the box. `leading` is the distance
 * of baselines in ems.
 */
export const setTitle = (title: string, box: Pick<Box, 'width' | 'height'>, measure: Measure) => {
  const pieceOf = (text: string) => ({ text, width: measure(text) })
  const space = { text: ' ', width: measure('n n') - 2 * measure('n') }
  const words = title
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((text) => ({ ...pieceOf(text), letters: lettersOf(text).map(pieceOf) }))
  const leading = /\p{M}/u.test(title.normalize('NFD')) ? LEADING_WITH_MARKS : LEADING
  // A word that is longer than a line is broken.
  const wrap = (width: number) =>
    fillLines(
      words.flatMap((word) => (word.width <= width ? [word] : fillLines(word.letters, width))),
      width,
      space,
    )

  const fits = (size: number) => {
    const most = box.width / size
    if (size > WHOLE_WORDS_DOWN_TO && words.some(({ text, width }) => width > most && !UNSPACED.test(text)))
      return false
    return heightOf(wrap(most).length, size, leading) <= box.height
  }
  let size = SMALLEST
  for (let step = 128; step >= 1; step /= 2) {
    if (size + step <= LARGEST && fits(size + step)) size += step
  }
  const lines = balance(box.width / size, wrap)
  return { lines, size, leading, height: heightOf(lines.length, size, leading) }
}

// Words are broken only below this size,
const WHOLE_WORDS_DOWN_TO = 56
// except in scripts without spaces.
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u

const heightOf = (lines: number, size: number, leading: number) => (CAP_HEIGHT + DESCENT + (lines - 1) * leading) * size

const fillLines = (pieces: Piece[], width: number, glue: Piece = { text: '', width: 0 }) => {
  const lines: Piece[] = []
  for (const { text, width: more } of pieces) {
    const line = lines.at(-1)
    if (line !== undefined && line.width + glue.width + more <= width) {
      line.text += glue.text + text
      line.width += glue.width + more
    } else lines.push({ text, width: more })
  }
  return lines
}

/** The lines of the narrowest width that has as many lines and breaks words at the same letters. */
const balance = (width: number, wrap: (width: number) => Piece[]) => {
  const textOf = (lines: Piece[]) => lines.map(({ text }) => text)
  const widest = textOf(wrap(width))
  let low = width / 2
  let high = width
  while (high - low > 0.05) {
    const middle = (low + high) / 2
    const tried = wrap(middle)
    const isAsGood =
      tried.length === widest.length &&
      tried.every((line) => line.width <= middle) &&
      textOf(tried).join(' ') === widest.join(' ')
    if (isAsGood) high = middle
    else low = middle
  }
  return textOf(wrap(high))
}

/** Draws the title, aligned to the bottom or the top of the box. */
export const drawTitle = (title: string, box: Box, ink: string, align: 'bottom' | 'top') => {
  const text = title.normalize('NFC')
  const isDrawable = drawText(text) !== undefined
  const { lines, size, leading, height } = setTitle(text, box, isDrawable ? drawnWidth : estimatedWidth)
  const top = align === 'top' ? box.y : box.y + box.height - height
  const baseline = (line: number) => top + (CAP_HEIGHT + line * leading) * size

  if (isDrawable) {
    const outline = lines.map((line, at) => drawText(line)?.outline(size, box.x, baseline(at)) ?? '').join('')
    return { markup: `<path fill="${ink}" d="${outline}"/>`, height }
  }
  // For scripts without a bundled face, use the fonts of the viewing device.
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

/** Upper bound of the width in a bold system font, in ems. */
const estimatedWidth: Measure = (text) => lettersOf(text).reduce((width, letter) => width + estimatedLetter(letter), 0)

const estimatedLetter = (letter: string) => {
  if (/^[MWmw@%]/.test(letter)) return 0.95
  if (/^[\p{ASCII}\p{Script=Latin}]/u.test(letter)) return 0.66
  if (/^[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letter)) return 0.75
  return 1.15
}

export const escapeText = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
