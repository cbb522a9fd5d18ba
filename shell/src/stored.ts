/** A value kept in this browser under one name. What is not there, not readable or not valid is as if it never was. */
export interface Stored<T> {
  read(): T | null
  write(value: T): void
}

export const stored = <T>(name: string, isValid: (value: unknown) => value is T): Stored<T> => ({
  read: () => {
    try {
      const value: unknown = JSON.parse(localStorage.getItem(name) ?? 'null')
      return isValid(value) ? value : null
    } catch {
      return null
    }
  },
  write: (value) => {
    try {
      localStorage.setItem(name, JSON.stringify(value))
    } catch (error) {
      // A full or forbidden storage: the page goes on, and forgets.
      console.warn(`${name} was not kept`, error)
    }
  },
})

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
