import { natives } from '../natives.ts'

export const PREFIX = 'mfe:'

/** Removes the stored values of all modules, except those of one user. */
export const clearModuleStorage = (exceptUserId: string | null) => {
  const { localStorage, sessionStorage, removeItem } = natives()
  for (const storage of [localStorage, sessionStorage]) {
    // Forbidden storage contains nothing.
    for (const name of Object.keys(storage ?? {})) {
      if (name.startsWith(PREFIX) && !name.startsWith(`${PREFIX}${exceptUserId}:`)) removeItem.call(storage, name)
    }
  }
}
