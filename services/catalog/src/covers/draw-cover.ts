import { adinkra, STAMPS } from './adinkra.ts'
import { adire } from './adire.ts'
import { asoOke } from './aso-oke.ts'
import { bogolan } from './bogolan.ts'
import type { Cloth } from './cloth.ts'
import { COLOURWAYS, type Colourway } from './colours.ts'
import { kente } from './kente.ts'
import { type Random, randomFrom } from './random.ts'
import { n, rect, window } from './shapes.ts'
import { drawTitle, escapeText } from './title.ts'

const SIDE = 1000
const MARGIN = 70

interface Sheet {
  title: string
  colours: Colourway
  cloth: Cloth
  random: Random
}

/** How much of the height the cloth may take: a long title needs room before it needs ornament. */
const shareOfCloth = (title: string) =>
  title.length <= 30 ? 0.58 : title.length <= 70 ? 0.5 : title.length <= 120 ? 0.4 : 0.3

const selvedge = (x: number, y: number, width: number, { threads }: Colourway) =>
  rect(x, y, width, 10, threads[0]) + rect(x, y + 18, width, 6, threads[1])

/** Cloth above, title below. */
const hung = ({ title, colours, cloth, random }: Sheet) => {
  const edge = Math.round(SIDE * shareOfCloth(title))
  const box = { x: MARGIN, y: edge + 70, width: SIDE - 2 * MARGIN, height: SIDE - MARGIN - edge - 70 }
  return (
    window('cloth', 0, 0, SIDE, edge, cloth({ width: SIDE, height: edge }, colours, random)) +
    selvedge(0, edge, SIDE, colours) +
    drawTitle(title, box, colours.ink, 'bottom').markup
  )
}

/** Title above, cloth below. */
const worn = ({ title, colours, cloth, random }: Sheet) => {
  const tall = Math.round(SIDE * shareOfCloth(title))
  const edge = SIDE - tall
  const box = { x: MARGIN, y: MARGIN, width: SIDE - 2 * MARGIN, height: edge - MARGIN - 80 }
  return (
    window('cloth', 0, edge, SIDE, tall, cloth({ width: SIDE, height: tall }, colours, random)) +
    `<g transform="rotate(180 ${SIDE / 2} ${edge})">${selvedge(0, edge, SIDE, colours)}</g>` +
    drawTitle(title, box, colours.ink, 'top').markup
  )
}

/** A strip of cloth over the shoulder, the title beside it and a sign in the corner that is left. */
const draped = ({ title, colours, cloth, random }: Sheet) => {
  const wide = title.length <= 60 ? 280 : 190
  const isLeft = random.next() < 0.5
  const x = isLeft ? 0 : SIDE - wide
  const isLow = random.next() < 0.6
  const box = { x: isLeft ? wide + 56 : 60, y: MARGIN, width: SIDE - wide - 116, height: SIDE - 2 * MARGIN }
  const name = drawTitle(title, box, colours.ink, isLow ? 'bottom' : 'top')
  const sign = Math.min(230, box.height - name.height - 60)
  const [first, ...stamps] = STAMPS
  const stamp = random.pick([first, ...stamps])
  return (
    window('cloth', x, 0, wide, SIDE, cloth({ width: wide, height: SIDE }, colours, random)) +
    rect(isLeft ? wide : x - 10, 0, 10, SIDE, colours.threads[0]) +
    (sign < 120
      ? ''
      : at(
          box.x + sign * 0.44,
          isLow ? MARGIN + sign * 0.44 : SIDE - MARGIN - sign * 0.44,
          stamp(sign, colours.threads[0], colours.ground),
        )) +
    name.markup
  )
}

/** Cloth all over, with a label sewn on. */
const labelled = ({ title, colours, cloth, random }: Sheet) => {
  const [edge, inner] = [90, 62]
  const width = SIDE - 2 * edge
  const most = { x: edge + inner, y: 0, width: width - 2 * inner, height: title.length <= 70 ? 430 : 640 }
  const { height } = drawTitle(title, most, colours.ink, 'top')
  const tall = height + 2 * inner
  const top = SIDE - edge - tall
  return (
    window('cloth', 0, 0, SIDE, SIDE, cloth({ width: SIDE, height: SIDE }, colours, random)) +
    rect(edge - 16, top - 16, width + 32, tall + 32, colours.ground) +
    rect(edge, top, width, tall, colours.threads[0]) +
    rect(edge + 10, top + 10, width - 20, tall - 20, colours.ground) +
    drawTitle(title, { ...most, y: top + inner, height }, colours.ink, 'top').markup
  )
}

const at = (x: number, y: number, drawing: string) => `<g transform="translate(${n(x)} ${n(y)})">${drawing}</g>`

type Compose = (sheet: Sheet) => string

// The voice of aso-oke is in the whole width and in the middle: no strip and no label.
const SHEETS: readonly [[Compose, readonly [Cloth, ...Cloth[]]], ...[Compose, readonly [Cloth, ...Cloth[]]][]] = [
  [hung, [kente, bogolan, adinkra, asoOke, adire]],
  [worn, [kente, bogolan, adinkra, asoOke, adire]],
  [draped, [kente, bogolan, adinkra, adire]],
  [labelled, [kente, bogolan, adinkra, adire]],
]

/** The cover of a podcast that was given none: always the same for the same id and title. */
export const drawCover = ({ id, title }: { id: string; title: string }) => {
  const random = randomFrom(id)
  const colours = random.pick(COLOURWAYS)
  const [compose, cloths] = random.pick(SHEETS)
  const cloth = random.pick(cloths)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${SIDE}" height="${SIDE}" role="img">` +
    `<title>${escapeText(title)}</title>` +
    rect(0, 0, SIDE, SIDE, colours.ground) +
    compose({ title, colours, cloth, random }) +
    '</svg>'
  )
}
