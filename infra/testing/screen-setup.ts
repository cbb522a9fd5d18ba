import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

// A busy machine may need longer than the default of one second.
configure({ asyncUtilTimeout: 30_000 })

// All tests of a worker share one page, so a test must not leave listeners that act when the page is left or shown again.
const PAGE_EVENTS = ['beforeunload', 'pagehide', 'pageshow']
let removeListeners = () => {}

beforeEach(() => {
  const added: [string, EventListenerOrEventListenerObject][] = []
  const listen = globalThis.addEventListener
  const watched = vi.spyOn(globalThis, 'addEventListener')
  watched.mockImplementation(
    (type: string, listener: EventListenerOrEventListenerObject, options?: AddEventListenerOptions | boolean) => {
      if (PAGE_EVENTS.includes(type)) added.push([type, listener])
      listen(type, listener, options)
    },
  )
  removeListeners = () => {
    watched.mockRestore()
    for (const [type, listener] of added) removeEventListener(type, listener)
  }
})

afterEach(() => {
  cleanup()
  removeListeners()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  sessionStorage.clear()
  localStorage.clear()
})
