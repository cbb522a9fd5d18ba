import { natives } from '../natives.ts'
import { createEndLoop } from './end-loop.ts'
import { createBusyMeter, createLoopMeter } from './loop-meter.ts'
import { commitCount } from './watch-commits.ts'

const CHECK_MS = 1000
const INPUTS = ['keydown', 'pointerdown', 'pointermove', 'touchmove', 'wheel', 'scroll']

/**
 * Ends a view that renders without end. `onBusy` receives the commits a second of a page that had neither an idle moment nor
 * input for ten seconds. Browsers without idle callbacks report none.
 */
export const watchLoops = (onBusy: (commits: number) => void, signal: AbortSignal) => {
  const { setInterval, clearInterval, requestIdleCallback } = natives()
  const isLoop = createLoopMeter()
  const isBusy = createBusyMeter()
  const endLoop = createEndLoop()
  let last = { commits: commitCount(), at: performance.now() }
  let hadPause = true
  const notePause = () => {
    hadPause = true
  }

  for (const type of INPUTS) window.addEventListener(type, notePause, { capture: true, passive: true, signal })
  const timer = setInterval(() => {
    const { commits, at } = last
    last = { commits: commitCount(), at: performance.now() }
    const perSecond = ((last.commits - commits) / (last.at - at)) * 1000
    if (isLoop(perSecond)) void endLoop()
    if (isBusy(perSecond, hadPause || document.hidden)) onBusy(Math.round(perSecond))
    hadPause = requestIdleCallback === undefined
    requestIdleCallback?.(notePause)
  }, CHECK_MS)
  signal.addEventListener('abort', () => clearInterval(timer))
}
