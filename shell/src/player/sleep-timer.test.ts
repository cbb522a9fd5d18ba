import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSleepTimer, FADE_SECONDS } from './sleep-timer.ts'

const setUp = () => {
  const player = { fadeTo: vi.fn(), pause: vi.fn() }
  return { player, timer: createSleepTimer(player) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the sleep timer', () => {
  it('counts down, and pauses at the end', () => {
    const { player, timer } = setUp()
    timer.inMinutes(5)
    expect(timer.state.get()).toEqual({ until: 'time', minutes: 5, remainingSeconds: 300 })
    vi.advanceTimersByTime(60_000)
    expect(timer.state.get()).toEqual({ until: 'time', minutes: 5, remainingSeconds: 240 })
    expect(player.pause).not.toHaveBeenCalled()

    vi.advanceTimersByTime(240_000)
    expect(player.pause).toHaveBeenCalledOnce()
    expect(timer.state.get()).toEqual({ until: 'off' })
  })

  it('fades out, then restores the volume', () => {
    const { player, timer } = setUp()
    timer.inMinutes(1)
    vi.advanceTimersByTime((60 - FADE_SECONDS / 2) * 1000)
    expect(player.fadeTo.mock.lastCall?.[0]).toBeCloseTo(0.5, 1)

    player.pause.mockImplementation(() => expect(player.fadeTo.mock.lastCall?.[0]).toBeLessThan(0.05))
    vi.advanceTimersByTime(60_000)
    expect(player.pause).toHaveBeenCalledOnce()
    expect(player.fadeTo.mock.lastCall).toEqual([1])
  })

  it('pauses when the browser delayed its timers', () => {
    const { player, timer } = setUp()
    timer.inMinutes(10)
    vi.setSystemTime(Date.now() + 11 * 60_000)
    vi.advanceTimersByTime(250)
    expect(player.pause).toHaveBeenCalledOnce()
  })

  it('restores the volume when cancelled', () => {
    const { player, timer } = setUp()
    timer.inMinutes(1)
    vi.advanceTimersByTime(50_000)
    timer.cancel()
    vi.advanceTimersByTime(60_000)
    expect(player.pause).not.toHaveBeenCalled()
    expect(player.fadeTo.mock.lastCall).toEqual([1])
  })

  it('stops at the end of one episode', () => {
    const { timer } = setUp()
    expect(timer.takeEpisodeEnd()).toBe(false)
    timer.inMinutes(5)
    timer.atEpisodeEnd()
    expect(timer.state.get()).toEqual({ until: 'episode-end' })
    expect(timer.takeEpisodeEnd()).toBe(true)
    expect(timer.takeEpisodeEnd()).toBe(false)
  })
})
