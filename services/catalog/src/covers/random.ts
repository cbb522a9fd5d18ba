import type { Colorway } from './colors.ts'

/** Draws a textile pattern over an area, from its top left corner. Returns SVG markup. */
export type Cloth = (area: { width: number; height: number }, colors: Colorway, random: Random) => string

export type Random = ReturnType<typeof randomFrom>

const hash = (text: string) => {
  let value = 2_166_136_261
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  return value >>> 0
}

/** A pseudorandom generator. The same seed text gives the same numbers. */
export const randomFrom = (text: string) => {
  let state = hash(text)
  /** In [0, 1). */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  /** An integer in [least, most]. */
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    between: (least: number, most: number) => least + next() * (most - least),
    pick: <Item>(from: readonly [Item, ...Item[]]): Item => from[whole(0, from.length - 1)] ?? from[0],
    shuffle<Items extends readonly unknown[]>(items: Items) {
      const left = [...items]
      return items.flatMap(() => left.splice(whole(0, left.length - 1), 1)) as {
        -readonly [At in keyof Items]: Items[number]
      }
    },
  }
}
