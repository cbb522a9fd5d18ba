import type { Bus } from '@griot/shell-sdk/contract'

/** Passes payloads to who listens now. A listener that throws does not keep the others from hearing. */
export const createBus = <Events>(): Bus<Events> => {
  const listeners: { [Name in keyof Events]?: Set<(payload: Events[Name]) => void> } = {}
  return {
    emit: (name, payload) => {
      for (const listener of [...(listeners[name] ?? [])]) {
        try {
          listener(payload)
        } catch (error) {
          reportError(error)
        }
      }
    },
    on: (name, listener) => {
      const all = listeners[name] ?? new Set()
      listeners[name] = all
      all.add(listener)
      return () => all.delete(listener)
    },
  }
}
