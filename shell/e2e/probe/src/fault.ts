import { emptyBody, emptyPart, replaceNatives } from './broken-page.ts'

declare const BUILD: string

export type FaultPlace =
  | 'evaluate'
  | 'contract'
  | 'setup'
  | 'setup-hangs'
  | 'missing-route'
  | 'render'
  | 'render-later'
  | 'render-in-time'
  | 'shows-nothing'
  | 'empty'
  | 'render-loop'
  | 'render-slowly'
  | 'endless'
  | 'handler'
  | 'rejection'
  | 'timer'
  | 'block'
  | 'leave'
  | 'natives'
  | 'empties'
  | 'empties-part'
  | 'section'
  | 'section-loop'

interface Fault {
  build: string
  at: FaultPlace
}

export const build = BUILD

/** The test sets `probeFault` to make one build fail at one place. */
export const isFaulty = (at: FaultPlace) => {
  const { probeFault } = globalThis as { probeFault?: Fault }
  return probeFault?.build === BUILD && probeFault.at === at
}

export const throwIfFaulty = (at: FaultPlace) => {
  if (isFaulty(at)) throw new Error(`probe ${BUILD} fails on purpose (${at})`)
}

/** Never settles, and reports to the test that it was reached. */
export const hang = () => {
  Object.assign(globalThis, { probeHangs: true })
  return new Promise(() => {})
}

const BLOCKED_MS = 5000

/** Fails in the event handler, a promise or a timer, or blocks the main thread. */
export const raiseFault = () => {
  replaceNatives()
  emptyBody()
  emptyPart()
  throwIfFaulty('handler')
  if (isFaulty('rejection')) void Promise.reject(new Error(`probe ${BUILD} rejects on purpose`))
  if (isFaulty('timer')) setTimeout(() => throwIfFaulty('timer'), 10)
  if (isFaulty('block')) setTimeout(() => block(BLOCKED_MS), 0)
  if (isFaulty('leave')) location.assign('/other-probe')
}

/** Keeps the main thread busy. */
export const block = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until);
}
