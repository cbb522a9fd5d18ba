import { setTimeout as delay } from 'node:timers/promises'
import { ERRORS, type Locker } from '@tus/server'
import type { LockConnection } from './lock-connection.ts'

const TIMEOUT_MS = 10_000
const RETRY_MS = 100

/**
 * Locks that allow one connection per upload across all instances. A new request asks the holder to release the lock,
 * because the holder's client has most likely lost its connection, and waits until it does.
 */
export const createUploadLocks = (locks: LockConnection): Locker => ({
  newLock: (id) => ({
    async lock(stopped, requestRelease) {
      const expired = AbortSignal.any([stopped, AbortSignal.timeout(TIMEOUT_MS)])
      while (!(await locks.tryLock(id, requestRelease))) {
        await locks.request(id)
        await delay(RETRY_MS, undefined, { signal: expired }).catch(() => {})
        if (expired.aborted) throw ERRORS.ERR_LOCK_TIMEOUT
      }
    },
    unlock: () => locks.unlock(id),
  }),
})
