import type { ObjectStore } from './object-store.ts'

/**
 * Asks a store until it was ready once. Whoever starts needs to know that it is set up as it should; a store that is away
 * later is nothing that all copies of a service should be taken out of use for, as most of what they do needs none.
 */
export const onceReady = (store: Pick<ObjectStore, 'ready'>) => {
  let wasReady = false
  return async () => {
    if (!wasReady) await store.ready()
    wasReady = true
  }
}
