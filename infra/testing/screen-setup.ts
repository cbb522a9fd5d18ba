import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

// A busy machine may need longer than the usual second.
configure({ asyncUtilTimeout: 30_000 })

// All tests of a worker share one page, and none may find what another left there: nor may that ask for the next whether it
// may go.
let forgetListeners = () => {}

beforeEach(() => {
  const held = new Set<EventListenerOrEventListenerObject>()
  const listen = globalThis.addEventListener
  const watched = vi.spyOn(globalThis, 'addEventListener')
  watched.mockImplementation(
    (type: string, listener: EventListenerOrEventListenerObject, options?: AddEventListenerOptions | boolean) => {
      if (type === 'beforeunload') held.add(listener)
      listen(type, listener, options)
    },
  )
  forgetListeners = () => {
    watched.mockRestore()
    for (const listener of held) removeEventListener('beforeunload', listener)
  }
})

afterEach(() => {
  cleanup()
  forgetListeners()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  // What was typed, queued and chosen is kept there.
  sessionStorage.clear()
  localStorage.clear()
})
