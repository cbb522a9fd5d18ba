import type { Cloth } from './cloth.ts'
import type { Random } from './random.ts'
import { disc, n, rect, strokes } from './shapes.ts'

interface Band {
  width: number
  top: number
  height: number
  mark: string
  ground: string
  random: Random
}

/** A hand never draws the same line twice. */
const wobble = (value: number, { random, height }: Band) => n(value + random.between(-0.025, 0.025) * height)

const along = ({ width, height }: Band, ratio: number) => {
  const count = Math.max(1, Math.round(width / (height * ratio)))
  return Array.from({ length: count }, (_, at) => ({ left: (at * width) / count, step: width / count, at }))
}

const crosses = (band: Band) => {
  const { top, height } = band
  const d = along(band, 1).map(({ left, step }) => {
    const [x, y, r] = [left + step / 2, top + height / 2, height * 0.27]
    return (
      `M${wobble(x - r, band)} ${wobble(y - r, band)}L${wobble(x + r, band)} ${wobble(y + r, band)}` +
      `M${wobble(x + r, band)} ${wobble(y - r, band)}L${wobble(x - r, band)} ${wobble(y + r, band)}`
    )
  })
  return strokes(d.join(''), band.mark, height * 0.13)
}

const zigzags = (band: Band) => {
  const { top, height } = band
  return [0.12, 0.46]
    .map((offset) => {
      const points = along(band, 0.9).flatMap(({ left, step }) => [
        `${wobble(left, band)} ${wobble(top + height * (offset + 0.4), band)}`,
        `${wobble(left + step / 2, band)} ${wobble(top + height * offset, band)}`,
      ])
      const end = `${n(band.width)} ${n(top + height * (offset + 0.4))}`
      return strokes(`M${[...points, end].join('L')}`, band.mark, height * 0.11)
    })
    .join('')
}

const diamonds = (band: Band) => {
  const { top, height } = band
  const d = along(band, 1.1).flatMap(({ left, step }) =>
    [0.42, 0.2].map((r) => {
      const [x, y, wide] = [left + step / 2, top + height / 2, r * step]
      return (
        `M${wobble(x, band)} ${wobble(y - r * height, band)}L${wobble(x + wide, band)} ${wobble(y, band)}` +
        `L${wobble(x, band)} ${wobble(y + r * height, band)}L${wobble(x - wide, band)} ${wobble(y, band)}Z`
      )
    }),
  )
  return strokes(d.join(''), band.mark, height * 0.085)
}

const dots = (band: Band) =>
  along(band, 0.5)
    .map(({ left, step, at }) =>
      disc(
        left + step / 2,
        band.top + band.height * (at % 2 === 0 ? 0.3 : 0.7),
        band.height * band.random.between(0.1, 0.13),
        band.mark,
      ),
    )
    .join('')

const eyes = (band: Band) =>
  along(band, 1)
    .map(({ left, step }) => {
      const [x, y] = [left + step / 2, band.top + band.height / 2]
      return (
        disc(x, y, band.height * 0.36, band.mark) +
        disc(x, y, band.height * 0.24, band.ground) +
        disc(x, y, band.height * 0.11, band.mark)
      )
    })
    .join('')

const combs = (band: Band) => {
  const { top, height } = band
  const d = along(band, 0.3).map(({ left, step, at }) => {
    const long = at % 4 === 0 ? 0.38 : 0.24
    const x = left + step / 2
    return `M${wobble(x, band)} ${wobble(top + height * (0.5 - long), band)}L${wobble(x, band)} ${wobble(top + height * (0.5 + long), band)}`
  })
  return strokes(d.join(''), band.mark, height * 0.1)
}

const steps = (band: Band) => {
  const { top, height } = band
  const d = along(band, 1.4).map(({ left, step }) => {
    const s = step / 6
    const low = top + height * 0.82
    const rise = height * 0.22
    return `M${wobble(left, band)} ${n(low)}h${n(s)}v${n(-rise)}h${n(s)}v${n(-rise)}h${n(s)}v${n(-rise)}h${n(s)}v${n(rise)}h${n(s)}v${n(rise)}h${n(s)}v${n(rise)}`
  })
  return strokes(d.join(''), band.mark, height * 0.1)
}

const MARKS = [crosses, zigzags, diamonds, dots, eyes, combs, steps] as const

/** Mud cloth: rows of marks drawn by hand in light on dark, parted by lines. */
export const bogolan: Cloth = ({ width, height }, { ground, ink, threads }, random) => {
  const field = random.next() < 0.5 ? ground : (threads.find((thread) => thread !== ink && thread !== ground) ?? ground)
  const mark = field === ground ? ink : contrasting(field, [ink, ground])
  const rows = random.shuffle(MARKS)
  let cloth = rect(0, 0, width, height, field)
  let top = 0
  for (let row = 0; top < height; row++) {
    const draw = rows[row % 4] ?? crosses
    const tall = random.pick([110, 140, 170])
    const band: Band = { width, top: top + 14, height: tall, mark, ground: field, random }
    cloth += draw(band)
    top += tall + 28
    const waver = Array.from({ length: 6 }, (_, at) => `${n((at * width) / 5)} ${n(top + random.between(-2, 2))}`)
    cloth += strokes(`M${waver.join('L')}`, mark, 9)
  }
  return cloth
}

const DARK = ['#2a1530', '#5b2333', '#0e4f4b', '#1f3b57', '#a83f20', '#c2512c']

/** Of two colours the one that stands out from the field. */
const contrasting = (field: string, [one, other]: [string, string]) =>
  DARK.includes(field) === DARK.includes(one) ? other : one
