import type { Cloth } from './cloth.ts'
import { disc, n, rect, strokes } from './shapes.ts'

type Stamp = (size: number, colour: string, ground: string) => string

// Drawn around 0 0 in a square of this size, after the geometry of stamped cloth.
const rings: Stamp = (size, colour, ground) =>
  [0.42, 0.33, 0.24, 0.15, 0.07].map((r, at) => disc(0, 0, r * size, at % 2 === 0 ? colour : ground)).join('')

const four: Stamp = (size, colour, ground) =>
  [-1, 1]
    .flatMap((x) => [-1, 1].map((y) => [x * size * 0.2, y * size * 0.2] as const))
    .map(([x, y]) => disc(x, y, size * 0.19, colour) + disc(x, y, size * 0.085, ground))
    .join('')

const star: Stamp = (size, colour, ground) => {
  const points = Array.from({ length: 16 }, (_, at) => {
    const [r, angle] = [at % 2 === 0 ? size * 0.44 : size * 0.2, (at * Math.PI) / 8]
    return `${n(Math.sin(angle) * r)} ${n(-Math.cos(angle) * r)}`
  })
  return `<path fill="${colour}" d="M${points.join('L')}Z"/>${disc(0, 0, size * 0.1, ground)}`
}

/** Two horns, rolled in. */
const horns: Stamp = (size, colour) => {
  const s = size
  const horn = (side: number) =>
    `M0 ${n(s * 0.36)}C${n(side * s * 0.5)} ${n(s * 0.36)} ${n(side * s * 0.5)} ${n(-s * 0.34)} ${n(side * s * 0.22)} ${n(-s * 0.34)}` +
    `C${n(side * s * 0.02)} ${n(-s * 0.34)} ${n(side * s * 0.04)} ${n(-s * 0.04)} ${n(side * s * 0.2)} ${n(-s * 0.06)}`
  return strokes(horn(-1) + horn(1), colour, s * 0.1)
}

const fence: Stamp = (size, colour) => {
  const s = size * 0.36
  const d = `M${n(-s)} ${n(-s)}H${n(s)}V${n(s)}H${n(-s)}ZM${n(-s)} ${n(-s)}L${n(s)} ${n(s)}M${n(s)} ${n(-s)}L${n(-s)} ${n(s)}`
  return strokes(d, colour, size * 0.085)
}

const leaves: Stamp = (size, colour, ground) => {
  const s = size * 0.44
  const leaf = `M0 0C${n(s * 0.62)} ${n(-s * 0.1)} ${n(s * 0.62)} ${n(-s * 0.75)} 0 ${n(-s)}C${n(-s * 0.62)} ${n(-s * 0.75)} ${n(-s * 0.62)} ${n(-s * 0.1)} 0 0Z`
  return (
    [0, 90, 180, 270].map((turn) => `<path fill="${colour}" transform="rotate(${turn})" d="${leaf}"/>`).join('') +
    disc(0, 0, size * 0.09, ground)
  )
}

const ladder: Stamp = (size, colour) => {
  const s = size * 0.36
  const rungs = [-0.66, 0, 0.66].map((y) => `M${n(-s * 0.6)} ${n(s * y)}H${n(s * 0.6)}`)
  return strokes(
    `M${n(-s * 0.6)} ${n(-s)}V${n(s)}M${n(s * 0.6)} ${n(-s)}V${n(s)}${rungs.join('')}`,
    colour,
    size * 0.095,
  )
}

export const STAMPS = [rings, four, star, horns, fence, leaves, ladder] as const

/** Stamped cloth: signs in a grid, on squares of two tones. */
export const adinkra: Cloth = ({ width, height }, { ground, ink, threads }, random) => {
  const cell = width / Math.max(2, Math.round(width / random.pick([250, 200, 334])))
  const fields = random.shuffle(threads.filter((thread) => thread !== ground)).slice(0, 2)
  const stamps = random.shuffle(STAMPS).slice(0, random.whole(2, 3))
  let cloth = rect(0, 0, width, height, ground)
  const columns = Math.round(width / cell)
  for (let row = 0; row * cell < height; row++) {
    for (let column = 0; column < columns; column++) {
      const isField = (row + column) % 2 === 0
      const field = isField ? (fields[row % 2] ?? ground) : ground
      const stamp = stamps[(row * 2 + column) % stamps.length] ?? rings
      const colour = isField ? ground : (threads.find((thread) => thread !== ground && !fields.includes(thread)) ?? ink)
      cloth +=
        (isField ? rect(column * cell, row * cell, cell + 0.5, cell + 0.5, field) : '') +
        `<g transform="translate(${n((column + 0.5) * cell)} ${n((row + 0.5) * cell)})">${stamp(cell, colour, field)}</g>`
    }
  }
  return cloth
}
