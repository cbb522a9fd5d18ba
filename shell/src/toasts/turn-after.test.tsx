import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createToasts } from './toasts.ts'
import { useTurnAfter } from './turn-after.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const setUp = () => {
  const toasts = createToasts()
  const { result, rerender } = renderHook(({ isWaiting }) => useTurnAfter(toasts, isWaiting), {
    initialProps: { isWaiting: false },
  })
  const dismiss = () => act(() => toasts.dismiss(toasts.state.get()?.id ?? 0))
  return { toasts, result, rerender, dismiss }
}

describe('what waits for toasts', () => {
  it('has its turn when the toast has gone, and keeps it when another comes', () => {
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

  it('has its turn at once when there is no toast', () => {
    const { result, rerender } = setUp()
    rerender({ isWaiting: true })
    expect(result.current).toBe(true)
  })

  it('does not wait for ever', () => {
    const { toasts, result, rerender } = setUp()
    act(() => toasts.show({ title: 'Points Earned!' }))
    rerender({ isWaiting: true })
    act(() => vi.advanceTimersByTime(10_000))
    expect(result.current).toBe(true)
  })
})
