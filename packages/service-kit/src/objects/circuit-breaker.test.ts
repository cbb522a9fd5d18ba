import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const unavailable = new Error('unavailable')
const other = new Error('other')

describe('createCircuitBreaker', () => {
  it('opens after consecutive failures, lets one test call through later, and closes after a success', async () => {
    const guarded = createCircuitBreaker({ failures: 3, openMs: 1_000 }, (error) => error === unavailable)
    let calls = 0
    let isUnavailable = true
    const call = () =>
      guarded(async () => {
        calls += 1
        if (isUnavailable) throw unavailable
        return 'done'
      })

    for (let count = 0; count < 10; count++) await expect(call()).rejects.toBe(unavailable)
    expect(calls).toBe(3)

    vi.advanceTimersByTime(1_001)
    for (let count = 0; count < 10; count++) await expect(call()).rejects.toBe(unavailable)
    expect(calls).toBe(4)

    isUnavailable = false
    vi.advanceTimersByTime(1_001)
    for (let count = 0; count < 10; count++) expect(await call()).toBe('done')
    expect(calls).toBe(14)
  })

  it('does not stay open longer when the system clock is set back', async () => {
    const guarded = createCircuitBreaker({ failures: 1, openMs: 1_000 }, () => true)
    await expect(guarded(() => Promise.reject(unavailable))).rejects.toBe(unavailable)
    vi.setSystemTime(Date.now() - 86_400_000)
    vi.advanceTimersByTime(1_001)
    expect(await guarded(async () => 'done')).toBe('done')
  })

  it('does not count errors that are no failures, and starts counting again after them', async () => {
    const guarded = createCircuitBreaker({ failures: 2, openMs: 1_000 }, (error) => error === unavailable)
    let calls = 0
    for (const error of [unavailable, other, unavailable, other, other, other]) {
      const result = guarded(async () => {
        calls += 1
        throw error
      })
      await expect(result).rejects.toBe(error)
    }
    expect(calls).toBe(6)
  })
})
