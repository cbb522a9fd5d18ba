/** Users notice delays from here on. */
const LONG_SCRIPT_MS = 200

interface LongScript {
  sourceURL: string
  duration: number
}

/** Reports scripts that blocked the page, with their file, including earlier ones. Not all browsers support it. */
export const watchLongScripts = (onLong: (address: string, ms: number) => void, signal: AbortSignal) => {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes.includes('long-animation-frame')) return
  const observer = new PerformanceObserver((list) => {
    const frames = list.getEntries() as (PerformanceEntry & { scripts: readonly LongScript[] })[]
    for (const { sourceURL, duration } of frames.flatMap(({ scripts }) => scripts)) {
      if (duration >= LONG_SCRIPT_MS) onLong(sourceURL, duration)
    }
  })
  observer.observe({ type: 'long-animation-frame', buffered: true })
  signal.addEventListener('abort', () => observer.disconnect())
}
