import { useEffect, useState } from 'react'
import { block, isFaulty } from './fault.ts'

/** Renders without end. */
export const useRenderLoop = () => {
  const [renders, setRenders] = useState(0)
  useEffect(() => {
    if (isFaulty('render-slowly')) block(10)
    if (isFaulty('render-loop') || isFaulty('render-slowly')) setRenders(renders + 1)
  }, [renders])
}

/** Replaces what the shell needs to get another version. */
export const replaceNatives = () => {
  if (!isFaulty('natives')) return
  // These cannot be restored.
  Object.defineProperty(globalThis, 'fetch', { value: () => new Promise(() => {}), configurable: false })
  Object.defineProperty(navigator, 'sendBeacon', { value: () => true, configurable: false })
  Object.assign(globalThis, { EventSource: class {}, setTimeout: () => 0 })
  Object.assign(Array.prototype, { map: () => [], flatMap: () => [] })
  Object.assign(history, { pushState: () => {} })
  JSON.parse = () => ({})
}

/** Removes the whole page, the menu and the player included, and adds a banner and a note. */
export const emptyBody = () => {
  if (!isFaulty('empties')) return
  const banner = document.createElement('aside')
  banner.textContent = 'A banner of the probe'
  const note = document.createElement('p')
  note.textContent = 'A note of the probe'
  document.querySelector('main')?.append(note)
  document.body.replaceChildren(banner)
}

/** Replaces the inside of an element of the shell, which the test names. */
export const emptyPart = () => {
  if (!isFaulty('empties-part')) return
  const { probePart = '' } = globalThis as { probePart?: string }
  const part = document.querySelector(probePart)
  if (part) part.innerHTML = '<p>Only the probe</p>'
}

/** Tells the test, and runs until the tab ends. */
export const loopForEver = () => {
  if (!isFaulty('endless')) return
  navigator.sendBeacon('/probe-is-endless')
  for (;;);
}
