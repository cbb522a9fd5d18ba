/** From here on people notice that nothing answers. */
const LONG_MS = 200

interface LongScript {
  sourceURL: string
  duration: number
}

/** Scripts that held the page up, with the file they come from, also before now. Only some browsers can tell. */
export const watchLongScripts = (notice: (address: string, ms: number) => void) => {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes.includes('long-animation-frame')) return
  const observer = new PerformanceObserver((list) => {
    const frames = list.getEntries() as (PerformanceEntry & { scripts: readonly LongScript[] })[]
    for (const { sourceURL, duration } of frames.flatMap(({ scripts }) => scripts)) {
      if (duration >= LONG_MS) notice(sourceURL, duration)
    }
  })
  observer.observe({ type: 'long-animation-frame', buffered: true })
}
