import { useEffect, useState } from 'react'
import { isFaulty } from './fault.ts'

/** Renders without end. */
export const useRenderLoop = () => {
  const [renders, setRenders] = useState(0)
  useEffect(() => {
    if (isFaulty('render-loop')) setRenders(renders + 1)
  }, [renders])
}

/** Replaces what the shell needs to get another version. */
export const replaceNatives = () => {
  if (!isFaulty('natives')) return
  Object.assign(globalThis, { fetch: () => new Promise(() => {}), EventSource: class {}, setTimeout: () => 0 })
  Object.assign(Array.prototype, { map: () => [], flatMap: () => [] })
  Object.assign(history, { pushState: () => {} })
  JSON.parse = () => ({})
}

/** Removes the whole page, the menu and the player included, and adds a banner. */
export const emptyBody = () => {
  if (!isFaulty('empties')) return
  const banner = document.createElement('aside')
  banner.textContent = 'A banner of the probe'
  document.body.replaceChildren(banner)
}

/** Tells the test, and runs until the tab ends. */
export const loopForEver = () => {
  if (!isFaulty('endless')) return
  navigator.sendBeacon('/probe-is-endless')
  for (;;);
}
