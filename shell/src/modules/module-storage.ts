import type { Kv } from '@griot/shell-sdk/contract'

/** In characters, and of one module for one person: browsers give all of us together some five million. */
const SHARE = 256 * 1024

const PREFIX = 'mfe:'

/** A storage can be forbidden, and says so as soon as it is named. */
type Area = () => Storage

const local: Area = () => localStorage
const session: Area = () => sessionStorage

/** What one module keeps for one person. Who that is, is asked each time: a module can be set up before it is known. */
export const createModuleStorage = (module: string, person: () => string | null): Kv & { tab: Kv } => {
  const keep = (area: Area): Kv => {
    const attempt = <Result>(otherwise: Result, work: (own: string) => Result): Result => {
      const id = person()
      try {
        return id === null ? otherwise : work(`${PREFIX}${id}:${module}:`)
      } catch {
        return otherwise
      }
    }
    return {
      get: (key) => attempt<unknown>(null, (own) => JSON.parse(area().getItem(own + key) ?? 'null')),
      set: (key, value) =>
        attempt(false, (own) => {
          const text = JSON.stringify(value)
          const all = Object.entries({ ...area(), [own + key]: text })
          if (all.filter(([name]) => name.startsWith(own)).join().length > SHARE) return false
          area().setItem(own + key, text)
          return true
        }),
      remove: (key) => attempt(undefined, (own) => area().removeItem(own + key)),
    }
  }
  return { ...keep(local), tab: keep(session) }
}

/** Clears what modules keep in this browser, but for one person's. */
export const forgetKept = (except: string | null) => {
  for (const area of [local, session]) {
    try {
      for (const name of Object.keys(area())) {
        if (name.startsWith(PREFIX) && !name.startsWith(`${PREFIX}${except}:`)) area().removeItem(name)
      }
    } catch {
      // Forbidden: then nothing was kept either.
    }
  }
}
