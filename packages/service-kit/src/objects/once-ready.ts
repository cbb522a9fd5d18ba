import type { ObjectStore } from './object-store.ts'

/**
 * Checks the store until it was ready once. A wrong configuration keeps a service from starting; a store that becomes
 * unavailable later must not take all its instances out of service, because most endpoints do not need it.
 */
export const onceReady = (store: Pick<ObjectStore, 'ready'>) => {
  let wasReady = false
  return async () => {
    if (!wasReady) await store.ready()
    wasReady = true
  }
}
