import type { Kv } from '@griot/shell-sdk/contract'

/** Characters for each module and user. Browsers allow about five million for the whole site. */
const QUOTA = 256 * 1024

const PREFIX = 'mfe:'

/** Functions, because reading the property throws where storage is forbidden. */
const local = () => localStorage
const session = () => sessionStorage

/** Storage of one module for one user. The user id is read on each access: a module can be set up before it is known. */
export const createModuleStorage = (module: string, userId: () => string | null): Kv & { tab: Kv } => {
  const createKv = (area: () => Storage): Kv => {
    const attempt = <Result>(fallback: Result, work: (prefix: string) => Result): Result => {
      const id = userId()
      try {
        return id === null ? fallback : work(`${PREFIX}${id}:${module}:`)
      } catch {
        return fallback
      }
    }
    return {
      get: (key) => attempt<unknown>(null, (prefix) => JSON.parse(area().getItem(prefix + key) ?? 'null')),
      set: (key, value) =>
        attempt(false, (prefix) => {
          const text = JSON.stringify(value)
          const all = Object.entries({ ...area(), [prefix + key]: text })
          if (all.filter(([name]) => name.startsWith(prefix)).join().length > QUOTA) return false
          area().setItem(prefix + key, text)
          return true
        }),
      remove: (key) => attempt(undefined, (prefix) => area().removeItem(prefix + key)),
    }
  }
  return { ...createKv(local), tab: createKv(session) }
}

/** Removes the stored values of all modules, except those of one user. */
export const clearModuleStorage = (exceptUserId: string | null) => {
  for (const area of [local, session]) {
    try {
      for (const name of Object.keys(area())) {
        if (name.startsWith(PREFIX) && !name.startsWith(`${PREFIX}${exceptUserId}:`)) area().removeItem(name)
      }
    } catch {
      // Storage is forbidden, so nothing was stored.
    }
  }
}
