import { natives } from './natives.ts'

const TIMEOUT_MS = 3000

/** Runs the work when the browser is idle. Returns the function that cancels it. */
export const whenIdle = (work: () => void) => {
  const { requestIdleCallback, cancelIdleCallback, setTimeout, clearTimeout } = natives()
  // Safari has no requestIdleCallback.
  if (requestIdleCallback === undefined) {
    const timer = setTimeout(work)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: TIMEOUT_MS })
  return () => cancelIdleCallback(handle)
}
