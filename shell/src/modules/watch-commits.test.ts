import { describe, expect, it } from 'vitest'
import { createLoopMeter } from './watch-commits.ts'

describe('the commits of the page', () => {
  it.each([
    ['an animation on a fast screen', 240, false],
    ['a render loop', 400, true],
  ])('count %s', (_, perSecond, expected) => {
    const isLoop = createLoopMeter()
    const times = Array.from({ length: perSecond * 4 }, (_, commit) => 5000 + (commit * 1000) / perSecond)

    expect(times.some(isLoop)).toBe(expected)
  })

  it('are no loop if they end within a second', () => {
    const isLoop = createLoopMeter()
    const burst = Array.from({ length: 900 }, (_, commit) => 5000 + commit)

    expect([...burst, 7000, 8000, 9000].some(isLoop)).toBe(false)
  })
})
