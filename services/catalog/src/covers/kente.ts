import type { Cloth } from './random.ts'
import { rect, weave } from './shapes.ts'

// Motifs: `#` is the first thread, `o` the second.
const MOTIFS = [
  ['...##...', '..####..', '.##oo##.', '##oooo##', '##oooo##', '.##oo##.', '..####..', '...##...'],
  ['##....##', '.##..##.', '..####..', '...oo...', '...oo...', '..####..', '.##..##.', '##....##'],
  ['##oo##oo', '##oo##oo', 'oo##oo##', 'oo##oo##', '##oo##oo', '##oo##oo', 'oo##oo##', 'oo##oo##'],
  ['########', '........', 'oooooooo', 'oooooooo', 'oooooooo', 'oooooooo', '........', '########'],
  ['#......#', '##....##', '###oo###', '####oo##', '##oo####', '###oo###', '##....##', '#......#'],
  ['...##...', '...##...', '...##...', '####oo##', '##oo####', '...##...', '...##...', '...##...'],
  ['#oo##oo#', '##oooo##', '.##oo##.', '..####..', '#oo##oo#', '##oooo##', '.##oo##.', '..####..'],
  ['########', '#......#', '#.oooo.#', '#.o##o.#', '#.o##o.#', '#.oooo.#', '#......#', '########'],
] as const

const SQUARES = 8

/** Narrow strips with alternating plain and woven blocks. */
export const kente: Cloth = ({ width, height }, { ground, threads }, random) => {
  const strips = Math.max(2, Math.round(width / random.pick([200, 250, 167])))
  const strip = width / strips
  const square = strip / SQUARES
  const [first, second, third, fourth] = random.shuffle(threads)
  const warp = [first, second, third] as const
  const motifs = random.shuffle(MOTIFS)
  const lines = random.pick([
    [1, 6],
    [2, 3, 4, 5],
    [0, 3, 4, 7],
  ])

  let cloth = rect(0, 0, width, height, ground)
  for (let column = 0; column < strips; column++) {
    const x = column * strip
    for (let row = -1; row * strip < height; row++) {
      const y = row * strip
      const isWoven = (row + column) % 2 === 0
      if (isWoven) {
        const motif = motifs[Math.abs(row + column * 3) % 4] ?? MOTIFS[0]
        const field = warp[Math.abs(row + column) % 3] ?? ground
        const inner = warp[(Math.abs(row + column) + 1) % 3] ?? ground
        cloth +=
          rect(x, y, strip + 0.5, strip + 0.5, field) +
          weave(motif, x, y, square, fourth) +
          weave(motif, x, y, square, inner, 'o')
      } else {
        for (const [at, line] of lines.entries()) {
          cloth += rect(x + line * square, y - 0.5, square, strip + 1, warp[(at + (at >> 1)) % 3] ?? ground)
        }
      }
    }
    // The seam between two strips.
    cloth += rect(x - square / 6, 0, square / 3, height, ground)
  }
  return cloth
}
