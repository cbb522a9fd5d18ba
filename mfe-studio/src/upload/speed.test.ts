import { describe, expect, it } from 'vitest'
import { createSpeedometer, leftText } from './speed.ts'

const MB = 1024 * 1024

describe('createSpeedometer', () => {
  it('returns null during the first second', () => {
    let now = 0
    const measure = createSpeedometer(() => now)
    expect(measure(0, 100 * MB)).toBeNull()
    now = 900
    expect(measure(MB, 100 * MB)).toBeNull()
  })

  it('measures the last seconds only', () => {
    let now = 0
    const measure = createSpeedometer(() => now)
    for (; now <= 10_000; now += 1000) measure((now / 1000) * 4 * MB, 100 * MB)
    let sent = 40
    let speed = null
    for (; now <= 20_000; now += 1000) {
      sent += 1
      speed = measure(sent * MB, 100 * MB)
    }
    expect(speed?.bytesPerSecond).toBeCloseTo(MB, -4)
    expect(speed?.secondsLeft).toBeCloseTo(100 - sent, 0)
  })

  it('returns null while no byte is sent', () => {
    let now = 0
    const measure = createSpeedometer(() => now)
    measure(MB, 2 * MB)
    now = 5_000
    expect(measure(MB, 2 * MB)).toBeNull()
  })

  it.each([
    [3, 'a few seconds left'],
    [31, '35 seconds left'],
    [58, '1 minute left'],
    [150, '3 minutes left'],
    [3600, 'about 1 hour left'],
    [9000, 'about 3 hours left'],
  ])('formats %i seconds as %s', (seconds, text) => {
    expect(leftText(seconds)).toBe(text)
  })
})
