/** An observable value. `get` returns the same reference until the value changes. */
export interface Store<T> {
  get(): T
  subscribe(listener: () => void): () => void
}

export interface WritableStore<T> extends Store<T> {
  set(value: T): void
}

export const createStore = <T>(initial: T): WritableStore<T> => {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) {
        // Listeners of modules are among them: an error of one must not stop the others.
        try {
          listener()
        } catch (error) {
          reportError(error)
        }
      }
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
