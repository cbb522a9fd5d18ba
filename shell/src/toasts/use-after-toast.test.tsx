import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createToasts, useAfterToast } from './toasts.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const setUp = () => {
  const toasts = createToasts()
  const { result, rerender } = renderHook(({ isWaiting }) => useAfterToast(toasts, isWaiting), {
    initialProps: { isWaiting: false },
  })
  const dismiss = () => act(() => toasts.dismiss(toasts.state.get()?.id ?? 0))
  return { toasts, result, rerender, dismiss }
}

describe('useAfterToast', () => {
  it('is true once the toast has closed, and stays true when another one opens', () => {
    const { toasts, result, rerender, dismiss } = setUp()
    act(() => toasts.show({ title: 'Points Earned!' }))
    rerender({ isWaiting: true })
    expect(result.current).toBe(false)

    dismiss()
    expect(result.current).toBe(true)
    act(() => toasts.show({ title: 'Link Copied' }))
    expect(result.current).toBe(true)

    rerender({ isWaiting: false })
    expect(result.current).toBe(false)
  })

  it('is true at once if no toast is open', () => {
    const { result, rerender } = setUp()
    rerender({ isWaiting: true })
    expect(result.current).toBe(true)
  })

  it('is true after ten seconds if the toast stays open', () => {
    const { toasts, result, rerender } = setUp()
    act(() => toasts.show({ title: 'Points Earned!' }))
    rerender({ isWaiting: true })
    act(() => vi.advanceTimersByTime(10_000))
    expect(result.current).toBe(true)
  })
})
