import { DARK } from './colors.ts'
import type { Cloth, Random } from './random.ts'
import { disc, rect, strokes, svg } from './shapes.ts'

interface Band {
  width: number
  top: number
  height: number
  mark: string
  ground: string
  random: Random
}

interface Place {
  at: number
  left: number
  step: number
  /** The center. */
  x: number
  y: number
}

/** A row of marks, with the tools to draw them. */
const bandOf = (band: Band) => ({
  ...band,
  /** Repeats a drawing along the band; `ratio` is its width per height of the band. */
  along(ratio: number, draw: (place: Place) => string) {
    const { width, top, height } = band
    const count = Math.max(1, Math.round(width / (height * ratio)))
    const step = width / count
    return Array.from({ length: count }, (_, at) =>
      draw({ at, left: (at * width) / count, step, x: (at * width) / count + step / 2, y: top + height / 2 }),
    ).join('')
  },
  /** A path template that adds a small random offset to each number, so that lines look hand-drawn. */
  path: (parts: TemplateStringsArray, ...values: number[]) =>
    svg(parts, ...values.map((value) => value + band.random.between(-0.025, 0.025) * band.height)),
})

type Mark = (band: ReturnType<typeof bandOf>) => string

const crosses: Mark = ({ height, mark, along, path }) => {
  const r = height * 0.27
  const d = along(1, ({ x, y }) => path`M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`)
  return strokes(d, mark, height * 0.13)
}

const zigzags: Mark = ({ width, top, height, mark, along, path }) => {
  const zigzag = (high: number, low: number) => {
    const points = along(0.9, ({ left, x }) => path`${left} ${low}L${x} ${high}L`)
    return strokes(svg`M${points}${width} ${low}`, mark, height * 0.11)
  }
  return [0.12, 0.46].map((offset) => zigzag(top + height * offset, top + height * (offset + 0.4))).join('')
}

const diamonds: Mark = ({ height, mark, along, path }) => {
  const d = along(1.1, ({ x, y, step }) =>
    [0.42, 0.2]
      .map((r) => path`M${x} ${y - r * height}L${x + r * step} ${y}L${x} ${y + r * height}L${x - r * step} ${y}Z`)
      .join(''),
  )
  return strokes(d, mark, height * 0.085)
}

const dots: Mark = ({ top, height, mark, random, along }) =>
  along(0.5, ({ at, x }) =>
    disc(x, top + height * (at % 2 === 0 ? 0.3 : 0.7), height * random.between(0.1, 0.13), mark),
  )

const eyes: Mark = ({ height, mark, ground, along }) =>
  along(
    1,
    ({ x, y }) => disc(x, y, height * 0.36, mark) + disc(x, y, height * 0.24, ground) + disc(x, y, height * 0.11, mark),
  )

const combs: Mark = ({ height, mark, along, path }) => {
  const d = along(0.3, ({ at, x, y }) => {
    const half = height * (at % 4 === 0 ? 0.38 : 0.24)
    return path`M${x} ${y - half}L${x} ${y + half}`
  })
  return strokes(d, mark, height * 0.1)
}

const steps: Mark = ({ top, height, mark, random, along }) => {
  const rise = height * 0.22
  const d = along(1.4, ({ left, step }) => {
    const start = svg`M${left + random.between(-0.025, 0.025) * height} ${top + height * 0.82}`
    return start + svg`h${step / 6}v${-rise}`.repeat(3) + svg`h${step / 6}v${rise}`.repeat(3)
  })
  return strokes(d, mark, height * 0.1)
}

const MARKS = [crosses, zigzags, diamonds, dots, eyes, combs, steps] as const

/** Mud cloth: rows of hand-drawn marks, separated by lines. */
export const bogolan: Cloth = ({ width, height }, { ground, ink, threads }, random) => {
  const field = random.next() < 0.5 ? ground : (threads.find((thread) => thread !== ink) ?? ground)
  const mark = DARK.includes(field) === DARK.includes(ink) ? ground : ink
  const rows = random.shuffle(MARKS)
  let cloth = rect(0, 0, width, height, field)
  let top = 0
  for (let row = 0; top < height; row++) {
    const draw = rows[row % 4] ?? crosses
    const tall = random.pick([110, 140, 170])
    cloth += draw(bandOf({ width, top: top + 14, height: tall, mark, ground: field, random }))
    top += tall + 28
    const waver = Array.from({ length: 6 }, (_, at) => svg`${(at * width) / 5} ${top + random.between(-2, 2)}`)
    cloth += strokes(`M${waver.join('L')}`, mark, 9)
  }
  return cloth
}
