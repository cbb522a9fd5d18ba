import { describe, expect, it } from 'vitest'
import { isCompletedAt, positionAt, progressAt, resumeFrom, withinLength } from './listening-rules.ts'

describe('the position in an episode', () => {
  it.each([
    [0, 600, 0],
    [200, 600, 33.33],
    [599, 600, 99.83],
    [600, 600, 100],
    [700, 600, 100],
    [86_399, 86_400, 99.99],
    [10, 0, 0],
  ])('%i of %i seconds is %d%%', (position, length, progress) => {
    expect(progressAt(position, length)).toBe(progress)
  })

  it.each([
    [50, 600, 300],
    [33.33, 600, 199],
    [100, 600, 600],
    [50, 0, 0],
  ])('%d%% of %i seconds is second %i', (progress, length, position) => {
    expect(positionAt(progress, length)).toBe(position)
  })

  it.each([
    [0, 600, 0],
    [300, 600, 300],
    [569, 600, 569],
    [570, 600, 0],
    [900, 600, 0],
    [300, 0, 300],
  ])('playback resumes from second %i of %i at second %i', (position, length, from) => {
    expect(resumeFrom(position, length)).toBe(from)
  })

  it('never exceeds a known length', () => {
    expect(withinLength(900, 600)).toBe(600)
    expect(withinLength(900, 0)).toBe(900)
  })

  it('completes the episode at 95 % of a known length', () => {
    expect([isCompletedAt(570, 600), isCompletedAt(569, 600), isCompletedAt(0, 0)]).toEqual([true, false, false])
  })
})
