import { setTimeout as delay } from 'node:timers/promises'
import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server'
import type { SharedLocks } from './shared-locks.ts'

const PATIENCE_MS = 10_000
const ASK_AGAIN_MS = 100

/**
 * One connection an upload at a time, whichever process it comes to. A newcomer asks the holder to let go, whose client
 * has most likely lost it without either of us knowing, and waits until it has.
 */
export const createUploadLocks = (shared: SharedLocks): Locker => {
  const held = new Map<string, { letGo: RequestRelease; free: Promise<void> }>()

  const waitUntilFreeHere = async (id: string, impatient: AbortSignal) => {
    if (!held.has(id)) return
    const tooLate = untilAborted(impatient)
    for (let holder = held.get(id); holder !== undefined; holder = held.get(id)) {
      await holder.letGo()
      await Promise.race([holder.free, tooLate])
      if (impatient.aborted) throw ERRORS.ERR_LOCK_TIMEOUT
    }
  }

  const takeFromOthers = async (id: string, impatient: AbortSignal, letGo: RequestRelease) => {
    while (!(await shared.take(id, () => void letGo()))) {
      await shared.ask(id)
      await delay(ASK_AGAIN_MS, undefined, { signal: impatient }).catch(() => {})
      if (impatient.aborted) throw ERRORS.ERR_LOCK_TIMEOUT
    }
  }

  const newLock = (id: string): Lock => {
    let release = () => {}
    const leave = () => {
      held.delete(id)
      release()
    }
    return {
      async lock(stopped, letGo) {
        const impatient = AbortSignal.any([stopped, AbortSignal.timeout(PATIENCE_MS)])
        await waitUntilFreeHere(id, impatient)
        const free = new Promise<void>((resolve) => {
          release = resolve
        })
        held.set(id, { letGo, free })
        try {
          await takeFromOthers(id, impatient, letGo)
        } catch (error) {
          leave()
          throw error
        }
      },
      async unlock() {
        await shared.giveUp(id)
        leave()
      },
    }
  }
  return { newLock }
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
