/** Colors of one cover: `ink` is legible on `ground`; the threads match both and differ from `ground`. */
export interface Colorway {
  ground: string
  ink: string
  threads: readonly [string, string, string, string]
}

const AUBERGINE = '#2a1530'
const PLUM = '#5b2333'
const TERRACOTTA = '#c2512c'
const BRICK = '#a83f20'
const SAFFRON = '#f3ae2c'
const TEAL = '#0e4f4b'
const LAGOON = '#2f9c8f'
const PAPER = '#f8efe3'
const CLAY = '#e58a63'
const INDIGO = '#1f3b57'

export const COLORWAYS: readonly [Colorway, ...Colorway[]] = [
  { ground: AUBERGINE, ink: PAPER, threads: [SAFFRON, TERRACOTTA, PAPER, TEAL] },
  { ground: AUBERGINE, ink: SAFFRON, threads: [TERRACOTTA, SAFFRON, CLAY, PAPER] },
  { ground: TEAL, ink: PAPER, threads: [SAFFRON, AUBERGINE, PAPER, TERRACOTTA] },
  { ground: PAPER, ink: AUBERGINE, threads: [TERRACOTTA, SAFFRON, TEAL, AUBERGINE] },
  { ground: SAFFRON, ink: AUBERGINE, threads: [AUBERGINE, BRICK, PAPER, TEAL] },
  { ground: BRICK, ink: PAPER, threads: [SAFFRON, AUBERGINE, PAPER, CLAY] },
  { ground: PLUM, ink: PAPER, threads: [SAFFRON, CLAY, TEAL, PAPER] },
  { ground: INDIGO, ink: PAPER, threads: [SAFFRON, CLAY, PAPER, LAGOON] },
  { ground: PAPER, ink: TEAL, threads: [TEAL, SAFFRON, BRICK, AUBERGINE] },
]

export const DARK: readonly string[] = [AUBERGINE, PLUM, TEAL, INDIGO, BRICK, TERRACOTTA]
