import type { Cloth } from './cloth.ts'
import { disc, n, rect } from './shapes.ts'

/** Resist-dyed cloth: quarter suns that meet as scales, with a seed in each. */
export const adire: Cloth = ({ width, height }, { ground, threads }, random) => {
  const across = Math.max(2, Math.round(width / random.pick([250, 334, 200])))
  const cell = width / across
  const [field = ground, light = ground, spark = ground] = random.shuffle(threads.filter((thread) => thread !== ground))
  const turn = random.pick(['scales', 'suns', 'wheels'])
  let cloth = rect(0, 0, width, height, field)
  for (let row = 0; (row - 1) * cell * 0.5 < height; row++) {
    if (turn !== 'scales') break
    const shift = row % 2 === 0 ? 0 : cell / 2
    for (let column = -1; column <= across; column++) {
      const [x, y] = [column * cell + shift + cell / 2, row * cell * 0.5]
      cloth +=
        disc(x, y, cell * 0.5, ground) +
        disc(x, y, cell * 0.4, light) +
        disc(x, y, cell * 0.3, ground) +
        disc(x, y, cell * 0.17, spark)
    }
  }
  for (let row = 0; turn !== 'scales' && row * cell < height; row++) {
    for (let column = 0; column < across; column++) {
      const quarter = turn === 'suns' ? random.whole(0, 3) : (row % 2) * 3 + (column % 2) * (row % 2 === 0 ? 1 : -1)
      const rings = [1, 0.82, 0.64, 0.46, 0.28].map((r, at) =>
        quarterDisc(cell * r, at % 2 === 0 ? ground : at === 1 ? light : spark),
      )
      const turned = `translate(${n((column + 0.5) * cell)} ${n((row + 0.5) * cell)}) rotate(${quarter * 90}) translate(${n(-cell / 2)} ${n(-cell / 2)})`
      cloth += `<g transform="${turned}">${rings.join('')}</g>`
    }
  }
  return cloth
}

const quarterDisc = (r: number, fill: string) =>
  `<path fill="${fill}" d="M0 0H${n(r)}A${n(r)} ${n(r)} 0 0 1 0 ${n(r)}Z"/>`
