import { natives } from '../natives.ts'

/** A value in local storage, or in another area. A missing, unreadable or invalid value reads as null. */
export const createStoredValue = <T>(
  key: string,
  isValid: (value: unknown) => value is T,
  area: 'localStorage' | 'sessionStorage' = 'localStorage',
) => ({
  read: (): T | null => {
    const { getItem, parse, [area]: storage } = natives()
    try {
      const value: unknown = parse(getItem.call(storage, key) ?? 'null')
      return isValid(value) ? value : null
    } catch {
      return null
    }
  },
  write: (value: T) => {
    const { setItem, stringify, [area]: storage } = natives()
    try {
      setItem.call(storage, key, stringify(value))
    } catch (error) {
      // The storage is full or forbidden: the page works without it.
      console.warn(`${key} was not stored`, error)
    }
  },
  remove: () => {
    const { removeItem, [area]: storage } = natives()
    if (storage) removeItem.call(storage, key)
  },
})

export type StoredValue<T> = ReturnType<typeof createStoredValue<T>>

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
