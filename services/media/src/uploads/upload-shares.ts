import { setTimeout as delay } from 'node:timers/promises'
import type { LockConnection } from './lock-connection.ts'

const RETRY_MS = 100
// An instance that receives a request for an upload stores the bytes that it has read, and then releases the share.
const TRIES = 10

interface Share {
  key: Promise<string | undefined>
  users: number
}

/** Limits the concurrent uploads of one user over all instances: each upload holds one of `each` locks of its owner. */
export const createUploadShares = (locks: LockConnection, each: number) => {
  /** The shares of this instance by upload. Connections of the same upload use one share. */
  const shares = new Map<string, Share>()

  const tryEach = async (ownerId: string) => {
    for (let number = 0; number < each; number += 1) {
      const key = `upload share ${ownerId} ${number}`
      if (await locks.tryLock(key)) return key
    }
    return undefined
  }

  /** Asks for the same upload meanwhile: its client may have lost a connection to another instance. */
  const acquire = async (ownerId: string, uploadId: string) => {
    for (let tries = 1; ; tries += 1) {
      const key = await tryEach(ownerId)
      if (key !== undefined || tries === TRIES) return key
      await locks.request(uploadId)
      await delay(RETRY_MS)
    }
  }

  return {
    /** Returns a function that releases the share, or undefined if the user has too many uploads. */
    async take(ownerId: string, uploadId: string): Promise<(() => void) | undefined> {
      // With the owner: a client may name the upload of another user.
      const name = `${ownerId} ${uploadId}`
      const share = shares.get(name) ?? { key: acquire(ownerId, uploadId), users: 0 }
      shares.set(name, share)
      share.users += 1
      const release = () => {
        share.users -= 1
        if (share.users > 0) return
        shares.delete(name)
        share.key.then((key) => (key === undefined ? undefined : locks.unlock(key))).catch(() => {})
      }
      try {
        if ((await share.key) !== undefined) return release
      } catch (error) {
        release()
        throw error
      }
      release()
      return undefined
    },
  }
}
export type UploadShares = ReturnType<typeof createUploadShares>
