import type { Cloth } from './random.ts'
import { disc, rect, svg } from './shapes.ts'

/** Resist-dyed cloth: overlapping scales, adjacent wheels, or quarter suns in random rotation. */
export const adire: Cloth = ({ width, height }, { ground, threads }, random) => {
  const across = Math.max(2, Math.round(width / random.pick([250, 334, 200])))
  const cell = width / across
  const [field, light, spark] = random.shuffle(threads)
  const kind = random.pick(['scales', 'suns', 'wheels'])
  const cloth = [rect(0, 0, width, height, field)]

  const scale = (x: number, y: number) => {
    cloth.push(disc(x, y, cell * 0.5, ground), disc(x, y, cell * 0.4, light))
    cloth.push(disc(x, y, cell * 0.3, ground), disc(x, y, cell * 0.17, spark))
  }
  const rings = (draw: (r: number, fill: string) => string) =>
    [1, 0.82, 0.64, 0.46, 0.28]
      .map((r, at) => draw(cell * r, at % 2 === 0 ? ground : at === 1 ? light : spark))
      .join('')
  const sun = (left: number, top: number, quarter: number) => {
    const turned = svg`translate(${left} ${top}) rotate(${quarter * 90} ${cell / 2} ${cell / 2})`
    cloth.push(`<g transform="${turned}">${rings(quarterDisc)}</g>`)
  }

  if (kind === 'scales') {
    for (let row = 0; (row - 1) * cell * 0.5 < height; row++) {
      const shift = row % 2 === 0 ? cell / 2 : cell
      for (let column = -1; column <= across; column++) scale(column * cell + shift, row * cell * 0.5)
    }
  } else if (kind === 'suns') {
    for (let row = 0; row * cell < height; row++) {
      for (let column = 0; column < across; column++) sun(column * cell, row * cell, random.whole(0, 3))
    }
  } else {
    for (let y = 0; y - cell < height; y += 2 * cell) {
      for (let x = 0; x - cell < width; x += 2 * cell) cloth.push(rings((r, fill) => disc(x, y, r, fill)))
    }
  }
  return cloth.join('')
}

const quarterDisc = (r: number, fill: string) => svg`<path fill="${fill}" d="M0 0H${r}A${r} ${r} 0 0 1 0 ${r}Z"/>`
