const AT_LATEST_MS = 3000

/** In a moment in which the page has nothing else to do. Answers how to call it off. */
export const whenIdle = (work: () => void) => {
  // Safari has no word for it.
  if (typeof requestIdleCallback === 'undefined') {
    const waiting = setTimeout(work)
    return () => clearTimeout(waiting)
  }
  const waiting = requestIdleCallback(work, { timeout: AT_LATEST_MS })
  return () => cancelIdleCallback(waiting)
}
