import { useEffect, useState } from 'react'
import { block, type FaultPlace, isFaulty } from './fault.ts'

/** Renders without end. */
export const useRenderLoop = (...places: readonly FaultPlace[]) => {
  const [renders, setRenders] = useState(0)
  useEffect(() => {
    if (isFaulty('render-slowly')) block(10)
    if (places.some(isFaulty)) setRenders(renders + 1)
  })
}

const replaceForGood = (owner: object, name: string, value: unknown) => {
  try {
    Object.defineProperty(owner, name, { value, configurable: false, writable: false })
  } catch {
    // The shell has fixed this property.
  }
}

/** Replaces what the shell needs to get another version. */
export const replaceNatives = () => {
  if (!isFaulty('natives')) return
  const doNothing = () => {}
  // These cannot be restored.
  replaceForGood(globalThis, 'fetch', () => new Promise(doNothing))
  replaceForGood(globalThis, 'setTimeout', () => 0)
  replaceForGood(globalThis, 'history', { pushState: doNothing, replaceState: doNothing, state: {} })
  for (const name of ['localStorage', 'sessionStorage']) replaceForGood(globalThis, name, {})
  for (const name of ['getItem', 'setItem', 'removeItem']) replaceForGood(Storage.prototype, name, () => null)
  replaceForGood(navigator, 'sendBeacon', () => true)
  for (const owner of [history, History.prototype]) {
    for (const name of ['pushState', 'replaceState', 'go', 'back']) replaceForGood(owner, name, doNothing)
  }
  Object.assign(globalThis, { EventSource: class {} })
  Object.assign(Array.prototype, { map: () => [], flatMap: () => [] })
  Object.assign(history, { pushState: doNothing })
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

/** Reports to the test, and runs until the tab ends. */
export const loopForEver = () => {
  if (!isFaulty('endless')) return
  navigator.sendBeacon('/probe-is-endless')
  for (;;);
}
