import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server'

const PATIENCE_MS = 10_000

/**
 * One connection an upload at a time. A newcomer asks the holder to let go, whose client has most likely lost it without
 * either of us knowing, and waits until it has.
 */
export const createUploadLocks = (): Locker => {
  const held = new Map<string, { letGo: RequestRelease; free: Promise<void> }>()

  const newLock = (id: string): Lock => {
    let release = () => {}
    return {
      async lock(stopped, letGo) {
        if (held.has(id)) {
          const impatient = AbortSignal.any([stopped, AbortSignal.timeout(PATIENCE_MS)])
          const tooLate = untilAborted(impatient)
          for (let holder = held.get(id); holder !== undefined; holder = held.get(id)) {
            await holder.letGo()
            await Promise.race([holder.free, tooLate])
            if (impatient.aborted) throw ERRORS.ERR_LOCK_TIMEOUT
          }
        }
        const free = new Promise<void>((resolve) => {
          release = resolve
        })
        held.set(id, { letGo, free })
      },
      async unlock() {
        held.delete(id)
        release()
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
