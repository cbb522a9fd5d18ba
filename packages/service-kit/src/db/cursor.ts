import type { z } from 'zod'
import { invalid } from '../http/errors.ts'

/** A list position: the sort key of the last row shown, as opaque text. */
export const defineCursor = <Key extends z.ZodType>(key: Key) => ({
  /** Throws a 400 for text that is not a cursor of this list. */
  read(text: string | undefined): z.output<Key> | undefined {
    if (text === undefined) return undefined
    const position = key.safeParse(parseCursor(text))
    if (!position.success) throw invalid({ cursor: 'This list has no such page.' })
    return position.data
  },
  write: (position: z.output<Key>) => Buffer.from(JSON.stringify(position)).toString('base64url'),
})

const parseCursor = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}

export interface Page<Item> {
  items: Item[]
  /** Cursor of the next page; null on the last one. */
  next: string | null
}

/** The query must select `limit + 1` rows: the extra row shows that there is another page. */
export const toPage = <Item>(rows: Item[], limit: number, cursorOf: (last: Item) => string): Page<Item> => {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last !== undefined ? cursorOf(last) : null }
}
