import { natives } from '../natives.ts'

/** A value in local storage, or in another area. A missing, unreadable or invalid value reads as null. */
export const createStoredValue = <T>(
  key: string,
  isValid: (value: unknown) => value is T,
  // A function, because reading the property throws where storage is forbidden.
  area = () => localStorage,
) => ({
  read: (): T | null => {
    const { getItem, parse } = natives()
    try {
      const value: unknown = parse(getItem.call(area(), key) ?? 'null')
      return isValid(value) ? value : null
    } catch {
      return null
    }
  },
  write: (value: T) => {
    const { setItem, stringify } = natives()
    try {
      setItem.call(area(), key, stringify(value))
    } catch (error) {
      // The storage is full or forbidden: the page works without it.
      console.warn(`${key} was not stored`, error)
    }
  },
})

export type StoredValue<T> = ReturnType<typeof createStoredValue<T>>

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
