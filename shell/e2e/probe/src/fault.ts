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
  | 'handler'
  | 'rejection'
  | 'timer'
  | 'block'

interface Fault {
  build: string
  at: FaultPlace
}

export const build = BUILD

/** The test asks one build to fail at one place. */
export const isFaulty = (at: FaultPlace) => {
  const { probeFault } = globalThis as { probeFault?: Fault }
  return probeFault?.build === BUILD && probeFault.at === at
}

export const throwIfFaulty = (at: FaultPlace) => {
  if (isFaulty(at)) throw new Error(`probe ${BUILD} fails on purpose (${at})`)
}

/** Never settles, and lets the test know that it is there. */
export const hang = () => {
  Object.assign(globalThis, { probeHangs: true })
  return new Promise(() => {})
}

const BLOCKED_MS = 5000

/** What goes wrong in a page that stands: in a click, behind a promise, in a timer, or by never letting go. */
export const misbehave = () => {
  throwIfFaulty('handler')
  if (isFaulty('rejection')) void Promise.reject(new Error(`probe ${BUILD} rejects on purpose`))
  if (isFaulty('timer')) setTimeout(() => throwIfFaulty('timer'), 10)
  if (isFaulty('block')) setTimeout(block, 0)
}

const block = () => {
  const until = performance.now() + BLOCKED_MS
  while (performance.now() < until);
}
