import { describe, expect, it } from 'vitest'
import { createBusyMeter, createLoopMeter } from './loop-meter.ts'

describe('the commits of the page', () => {
  it.each([
    ['an animation on a fast screen', [240, 240, 240, 240], false],
    ['a burst of a second', [20, 900, 20, 900], false],
    ['a render loop', [20, 400, 400], true],
  ])('are a loop or not: %s', (_, seconds, expected) => {
    expect(seconds.some(createLoopMeter())).toBe(expected)
  })

  it.each([
    ['ten seconds without a pause', Array(10).fill(false), 1],
    ['thirty seconds without a pause', Array(30).fill(false), 1],
    ['a pause each nine seconds', [...Array(9).fill(false), true, ...Array(9).fill(false)], 0],
  ])('keep the page busy or not: %s', (_, pauses, expected) => {
    const isBusy = createBusyMeter()

    expect(pauses.filter((hadPause) => isBusy(60, hadPause))).toHaveLength(expected)
  })
})
