import type { Kv } from '@griot/shell-sdk/contract'
import { natives } from '../natives.ts'
import { PREFIX } from './clear-module-storage.ts'

/** Characters for each module and user. Browsers allow about five million for the whole site. */
const QUOTA = 256 * 1024

type Area = 'localStorage' | 'sessionStorage'

/** Storage of one module for one user. The user id is read on each access: a module can be set up before it is known. */
export const createModuleStorage = (module: string, userId: () => string | null): Kv & { tab: Kv } => {
  const createKv = (area: Area): Kv => {
    const attempt = <Result>(fallback: Result, work: (prefix: string, storage: Storage) => Result): Result => {
      const id = userId()
      const storage = natives()[area]
      try {
        return id === null || !storage ? fallback : work(`${PREFIX}${id}:${module}:`, storage)
      } catch {
        return fallback
      }
    }
    return {
      get: (key) =>
        attempt<unknown>(null, (prefix, storage) => {
          const { getItem, parse } = natives()
          return parse(getItem.call(storage, prefix + key) ?? 'null')
        }),
      set: (key, value) =>
        attempt(false, (prefix, storage) => {
          const { setItem, stringify } = natives()
          const text = stringify(value)
          const all = Object.entries({ ...storage, [prefix + key]: text })
          if (all.filter(([name]) => name.startsWith(prefix)).join().length > QUOTA) return false
          setItem.call(storage, prefix + key, text)
          return true
        }),
      remove: (key) => attempt(undefined, (prefix, storage) => natives().removeItem.call(storage, prefix + key)),
    }
  }
  return { ...createKv('localStorage'), tab: createKv('sessionStorage') }
}
