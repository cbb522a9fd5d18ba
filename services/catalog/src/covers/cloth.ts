import type { Colourway } from './colours.ts'
import type { Random } from './random.ts'

/** A way of covering an area with pattern, drawn from its top left corner on. */
export type Cloth = (area: { width: number; height: number }, colours: Colourway, random: Random) => string
