import type { Cloth } from './random.ts'
import { disc, rect, strokes, svg } from './shapes.ts'

type Stamp = (color: string, ground: string) => string

// Drawn around 0 0 in a square of 100, after the geometry of adinkra stamps.
const rings: Stamp = (color, ground) =>
  [42, 33, 24, 15, 7].map((r, at) => disc(0, 0, r, at % 2 === 0 ? color : ground)).join('')

const four: Stamp = (color, ground) =>
  [-20, 20].flatMap((x) => [-20, 20].map((y) => disc(x, y, 19, color) + disc(x, y, 8.5, ground))).join('')

const star: Stamp = (color, ground) => {
  const points = Array.from({ length: 16 }, (_, at) => {
    const [r, angle] = [at % 2 === 0 ? 44 : 20, (at * Math.PI) / 8]
    return svg`${Math.sin(angle) * r} ${-Math.cos(angle) * r}`
  })
  return `<path fill="${color}" d="M${points.join('L')}Z"/>${disc(0, 0, 10, ground)}`
}

const horns: Stamp = (color) =>
  strokes('M0 36C-50 36-50-34-22-34C-2-34-4-4-20-6M0 36C50 36 50-34 22-34C2-34 4-4 20-6', color, 10)

const fence: Stamp = (color) => strokes('M-36-36H36V36H-36ZM-36-36L36 36M36-36L-36 36', color, 8.5)

const leaves: Stamp = (color, ground) => {
  const leaf = 'M0 0C27.3-4.4 27.3-33 0-44C-27.3-33-27.3-4.4 0 0Z'
  const turned = (angle: number) => `<path fill="${color}" transform="rotate(${angle})" d="${leaf}"/>`
  return [0, 90, 180, 270].map(turned).join('') + disc(0, 0, 9, ground)
}

const ladder: Stamp = (color) =>
  strokes('M-21.6-36V36M21.6-36V36M-21.6-23.8H21.6M-21.6 0H21.6M-21.6 23.8H21.6', color, 9.5)

export const STAMPS = [rings, four, star, horns, fence, leaves, ladder] as const

/** A stamp around a center. */
export const stampAt = (x: number, y: number, size: number, stamp: string) =>
  `<g transform="${svg`translate(${x} ${y})`} scale(${size / 100})">${stamp}</g>`

/** Stamped cloth: signs in a grid, on squares of two tones. */
export const adinkra: Cloth = ({ width, height }, { ground, ink, threads }, random) => {
  const columns = Math.max(2, Math.round(width / random.pick([250, 200, 334])))
  const cell = width / columns
  const fields = random.shuffle(threads).slice(0, 2)
  const stamps = random.shuffle(STAMPS).slice(0, random.whole(2, 3))
  const light = threads.find((thread) => !fields.includes(thread)) ?? ink
  let cloth = rect(0, 0, width, height, ground)
  for (let row = 0; row * cell < height; row++) {
    for (let column = 0; column < columns; column++) {
      const isField = (row + column) % 2 === 0
      const field = isField ? (fields[row % 2] ?? ground) : ground
      const stamp = stamps[(row * 2 + column) % stamps.length] ?? rings
      if (isField) cloth += rect(column * cell, row * cell, cell + 0.5, cell + 0.5, field)
      cloth += stampAt((column + 0.5) * cell, (row + 0.5) * cell, cell, stamp(isField ? ground : light, field))
    }
  }
  return cloth
}
