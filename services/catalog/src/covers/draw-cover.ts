import { adinkra, STAMPS, stampAt } from './adinkra.ts'
import { adire } from './adire.ts'
import { asoOke } from './aso-oke.ts'
import { bogolan } from './bogolan.ts'
import { COLORWAYS, type Colorway } from './colors.ts'
import { kente } from './kente.ts'
import { type Cloth, type Random, randomFrom } from './random.ts'
import { rect, window } from './shapes.ts'
import { drawTitle, escapeText } from './title.ts'

const SIDE = 1000
const MARGIN = 70

interface Sheet {
  title: string
  colors: Colorway
  cloth: Cloth
  random: Random
}

/** The pattern's share of the height. A long title gets more space. */
const shareOfCloth = (title: string) =>
  title.length <= 30 ? 0.58 : title.length <= 70 ? 0.5 : title.length <= 120 ? 0.4 : 0.3

const selvedge = (x: number, y: number, width: number, { threads }: Colorway) =>
  rect(x, y, width, 10, threads[0]) + rect(x, y + 18, width, 6, threads[1])

/** Pattern above, title below. */
const patternAbove = ({ title, colors, cloth, random }: Sheet) => {
  const edge = Math.round(SIDE * shareOfCloth(title))
  const box = { x: MARGIN, y: edge + 70, width: SIDE - 2 * MARGIN, height: SIDE - MARGIN - edge - 70 }
  return (
    window('cloth', 0, 0, SIDE, edge, cloth({ width: SIDE, height: edge }, colors, random)) +
    selvedge(0, edge, SIDE, colors) +
    drawTitle(title, box, colors.ink, 'bottom').markup
  )
}

/** Title above, pattern below. */
const patternBelow = ({ title, colors, cloth, random }: Sheet) => {
  const tall = Math.round(SIDE * shareOfCloth(title))
  const edge = SIDE - tall
  const box = { x: MARGIN, y: MARGIN, width: SIDE - 2 * MARGIN, height: edge - MARGIN - 80 }
  return (
    window('cloth', 0, edge, SIDE, tall, cloth({ width: SIDE, height: tall }, colors, random)) +
    `<g transform="rotate(180 ${SIDE / 2} ${edge})">${selvedge(0, edge, SIDE, colors)}</g>` +
    drawTitle(title, box, colors.ink, 'top').markup
  )
}

/** A vertical pattern strip, the title next to it, and a stamp in the free corner. */
const patternBeside = ({ title, colors, cloth, random }: Sheet) => {
  const wide = title.length <= 60 ? 280 : 190
  const isLeft = random.next() < 0.5
  const x = isLeft ? 0 : SIDE - wide
  const isLow = random.next() < 0.6
  const box = { x: isLeft ? wide + 56 : 60, y: MARGIN, width: SIDE - wide - 116, height: SIDE - 2 * MARGIN }
  const name = drawTitle(title, box, colors.ink, isLow ? 'bottom' : 'top')
  const sign = Math.min(230, box.height - name.height - 60)
  const half = sign * 0.44
  const stamp = random.pick(STAMPS)(colors.threads[0], colors.ground)
  return (
    window('cloth', x, 0, wide, SIDE, cloth({ width: wide, height: SIDE }, colors, random)) +
    rect(isLeft ? wide : x - 10, 0, 10, SIDE, colors.threads[0]) +
    (sign < 120 ? '' : stampAt(box.x + half, isLow ? MARGIN + half : SIDE - MARGIN - half, sign, stamp)) +
    name.markup
  )
}

/** Pattern everywhere, with the title on a label. */
const patternWithLabel = ({ title, colors, cloth, random }: Sheet) => {
  const [edge, inner] = [90, 62]
  const width = SIDE - 2 * edge
  const most = { x: edge + inner, y: 0, width: width - 2 * inner, height: title.length <= 70 ? 430 : 640 }
  const { height } = drawTitle(title, most, colors.ink, 'top')
  const tall = height + 2 * inner
  const top = SIDE - edge - tall
  return (
    window('cloth', 0, 0, SIDE, SIDE, cloth({ width: SIDE, height: SIDE }, colors, random)) +
    rect(edge - 16, top - 16, width + 32, tall + 32, colors.ground) +
    rect(edge, top, width, tall, colors.threads[0]) +
    rect(edge + 10, top + 10, width - 20, tall - 20, colors.ground) +
    drawTitle(title, { ...most, y: top + inner, height }, colors.ink, 'top').markup
  )
}

// Aso-oke needs the whole width and its center, so it has no strip and no label.
const SHEETS = [
  [patternAbove, [kente, bogolan, adinkra, asoOke, adire]],
  [patternBelow, [kente, bogolan, adinkra, asoOke, adire]],
  [patternBeside, [kente, bogolan, adinkra, adire]],
  [patternWithLabel, [kente, bogolan, adinkra, adire]],
] as const

/** Draws the cover of a podcast without one. The same id and title give the same picture. */
export const drawCover = ({ id, title }: { id: string; title: string }) => {
  const random = randomFrom(id)
  const colors = random.pick(COLORWAYS)
  const [compose, cloths] = random.pick(SHEETS)
  const cloth = random.pick<Cloth>(cloths)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${SIDE}" height="${SIDE}" role="img">` +
    `<title>${escapeText(title)}</title>` +
    rect(0, 0, SIDE, SIDE, colors.ground) +
    compose({ title, colors, cloth, random }) +
    '</svg>'
  )
}
