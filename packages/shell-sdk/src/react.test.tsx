import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ShellProvider, useShell, useStore, useUnsavedWork } from './react.ts'
import { createStore } from './store.ts'
import { createTestShell } from './testing/render-screen.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('useShell', () => {
  it('throws without a shell', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(() => renderHook(useShell)).toThrow('outside a module that the shell mounted')
  })
})

describe('useStore', () => {
  it('renders only for changes of the selected part', () => {
    const store = createStore({ count: 1, other: 1 })
    const render = vi.fn()
    renderHook(() => render(useStore(store, ({ count }) => count)))
    act(() => store.set({ count: 1, other: 2 }))
    act(() => store.set({ count: 2, other: 2 }))
    expect(render.mock.calls).toEqual([[1], [2]])
  })
})

describe('useUnsavedWork', () => {
  const leave = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))

  it('blocks updates and leaving while there is unsaved work', () => {
    const unblock = vi.fn()
    const block = vi.fn(() => unblock)
    const shell = { ...createTestShell().api, update: { block } }
    const { rerender, unmount } = renderHook(useUnsavedWork, {
      initialProps: false,
      wrapper: ({ children }) => <ShellProvider value={shell}>{children}</ShellProvider>,
    })
    expect([block.mock.calls.length, leave()]).toEqual([0, true])

    rerender(true)
    expect([block.mock.calls.length, unblock.mock.calls.length, leave()]).toEqual([1, 0, false])

    unmount()
    expect([block.mock.calls.length, unblock.mock.calls.length, leave()]).toEqual([1, 1, true])
  })
})
