import type { Bus } from '@griot/shell-sdk/contract'

/** Delivers payloads to current listeners, synchronously. An error of one listener is reported and does not stop the others. */
export const createBus = <Events>(): Bus<Events> => {
  const target = new EventTarget()
  return {
    emit: (name, payload) => void target.dispatchEvent(new CustomEvent(String(name), { detail: payload })),
    on: (name, listener) => {
      const handleEvent = (event: Event) => listener((event as CustomEvent).detail)
      target.addEventListener(String(name), handleEvent)
      return () => target.removeEventListener(String(name), handleEvent)
    },
  }
}
