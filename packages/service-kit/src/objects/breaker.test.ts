import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBreaker } from './breaker.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const away = new Error('away')
const other = new Error('other')

describe('what fails again and again', () => {
  it('is left alone for a while, then tried by one, then by all', async () => {
    const guarded = createBreaker({ failures: 3, restMs: 1_000 }, (error) => error === away)
    let asked = 0
    let isAway = true
    const ask = () =>
      guarded(async () => {
        asked += 1
        if (isAway) throw away
        return 'here'
      })

    for (let count = 0; count < 10; count++) await expect(ask()).rejects.toBe(away)
    expect(asked).toBe(3)

    vi.advanceTimersByTime(1_001)
    for (let count = 0; count < 10; count++) await expect(ask()).rejects.toBe(away)
    expect(asked).toBe(4)

    isAway = false
    vi.advanceTimersByTime(1_001)
    for (let count = 0; count < 10; count++) expect(await ask()).toBe('here')
    expect(asked).toBe(14)
  })

  it('rests no longer because somebody has put the clock back', async () => {
    const guarded = createBreaker({ failures: 1, restMs: 1_000 }, () => true)
    await expect(guarded(() => Promise.reject(away))).rejects.toBe(away)
    vi.setSystemTime(Date.now() - 86_400_000)
    vi.advanceTimersByTime(1_001)
    expect(await guarded(async () => 'here')).toBe('here')
  })

  it('is not what answers, even with a failure', async () => {
    const guarded = createBreaker({ failures: 2, restMs: 1_000 }, (error) => error === away)
    let asked = 0
    for (const error of [away, other, away, other, other, other]) {
      const answer = guarded(async () => {
        asked += 1
        throw error
      })
      await expect(answer).rejects.toBe(error)
    }
    expect(asked).toBe(6)
  })
})
