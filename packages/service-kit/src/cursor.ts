import type { z } from 'zod'
import { invalid } from './errors.ts'

export interface Cursor<Key> {
  /** The place that a caller's `cursor` stands for. Text that is not one of ours is the caller's mistake. */
  read(text: string | undefined): Key | undefined
  write(key: Key): string
}

/** A place in a list: the sort key of the last row shown, as text that callers hand back unread. */
export const defineCursor = <Key extends z.ZodType>(key: Key): Cursor<z.output<Key>> => ({
  read(text) {
    if (text === undefined) return undefined
    const place = key.safeParse(parsed(text))
    if (!place.success) throw invalid({ cursor: 'That is not a place in this list.' })
    return place.data
  },
  write: (place) => Buffer.from(JSON.stringify(place)).toString('base64url'),
})

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}

export interface Page<Item> {
  items: Item[]
  /** Cursor of the rest; null when this is all. */
  next: string | null
}

/** A page out of rows that were asked for with one more than `limit`: the extra one only says that there are more. */
export const toPage = <Item>(rows: Item[], limit: number, cursorOf: (last: Item) => string): Page<Item> => {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last !== undefined ? cursorOf(last) : null }
}
