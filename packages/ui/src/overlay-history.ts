import { useEffect, useRef } from 'react'

interface Overlay {
  close: () => void
}

const depth = (): number => history.state?.overlays ?? 0

/** Open overlays in history: entry n of a page has `overlays: n` in its state and the address of the page. */
const createOverlays = () => {
  const open: Overlay[] = []
  const waiting: (() => void)[] = []
  let isTraversing = false

  const matchHistory = () => {
    if (isTraversing) return
    const surplus = depth() - open.length
    if (surplus > 0) {
      isTraversing = true
      return history.go(-surplus)
    }
    // The other fields belong to the router, whose index does not change.
    while (depth() < open.length) history.pushState({ ...history.state, overlays: depth() + 1 }, '')
    for (const action of waiting.splice(0)) action()
  }
  // After React has rendered: an overlay that opens as another one closes takes over its entry.
  const schedule = () => void setTimeout(matchHistory)

  window.addEventListener('popstate', () => {
    if (isTraversing) isTraversing = false
    else for (const overlay of open.slice(depth()).reverse()) overlay.close()
    // Returns from the entry of a closed overlay, and adds the entry of an overlay that stays open.
    schedule()
  })
  // A reload on the entry of an overlay.
  schedule()

  return {
    add: (overlay: Overlay) => {
      open.push(overlay)
      schedule()
      return () => {
        open.splice(open.indexOf(overlay), 1)
        schedule()
      }
    },
    closeTop: () => open.at(-1)?.close(),
    afterClosing: (action: () => void) => {
      waiting.push(action)
      schedule()
    },
  }
}

type Overlays = ReturnType<typeof createOverlays>

// The shell and each remote bundle a copy of this file, and a page has one history. Keep the type compatible.
const KEY = Symbol.for('griot.overlays')
const shared = globalThis as { [KEY]?: Overlays }
const overlays = (): Overlays => {
  shared[KEY] ??= createOverlays()
  return shared[KEY]
}

/**
 * Leaves the entry of an overlay that was open before a reload. The shell calls it before it starts modules: the listener of
 * the page must not belong to the module that opens the first overlay.
 */
export const startOverlayHistory = () => void overlays()

/**
 * Makes an overlay an entry of the browser history while it is open: Back closes it instead of leaving the page. Closed in
 * another way, it removes its entry. A link in an overlay that closes with it must replace the entry, or use `afterClosing`.
 */
export const useOverlay = (open: boolean, onClose: () => void) => {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => (open ? overlays().add({ close: () => close.current() }) : undefined), [open])
}

/** Closes the overlay that was opened last, of any bundle. */
export const closeTopOverlay = () => overlays().closeTop()

/** Navigates after an overlay has closed and its history entry is removed. */
export const afterClosing = (navigate: () => void) => overlays().afterClosing(navigate)

/**
 * Replaces the address once no overlay is open. In the entry of an overlay, it would leave two entries of the page. Returns a
 * function that cancels this.
 */
export const whenNoneIsOpen = (replace: () => void) => {
  const cancel = () => window.removeEventListener('popstate', attempt)
  const attempt = () => {
    if (depth() > 0) return
    cancel()
    replace()
  }
  window.addEventListener('popstate', attempt)
  attempt()
  return cancel
}
