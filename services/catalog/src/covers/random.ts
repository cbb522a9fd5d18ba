/** A stream of chance that is always the same for the same text. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  /** From `least` up to `most`. */
  between(least: number, most: number): number
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number
  pick<Item>(from: readonly [Item, ...Item[]]): Item
  shuffle<Item>(items: readonly Item[]): Item[]
}

const hash = (text: string) => {
  let value = 2_166_136_261
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  return value >>> 0
}

export const randomFrom = (text: string): Random => {
  let state = hash(text)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    between: (least, most) => least + next() * (most - least),
    pick: (from) => from[whole(0, from.length - 1)] ?? from[0],
    shuffle(items) {
      const left = [...items]
      return items.flatMap(() => left.splice(whole(0, left.length - 1), 1))
    },
  }
}
