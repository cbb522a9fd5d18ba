import { describe, expect, it } from 'vitest'
import { describeLevel, weekStreak } from './levels.ts'

describe('levels', () => {
  it.each([
    [0, 1, 'Newcomer', 100],
    [99, 1, 'Newcomer', 1],
    [100, 2, 'Regular Listener', 100],
    [199, 2, 'Regular Listener', 1],
    [200, 3, 'Dedicated Fan', 100],
    [300, 4, 'Dedicated Fan', 100],
    [499, 5, 'Dedicated Fan', 1],
    [500, 6, 'Audio Mogul', 100],
    [123_456, 1235, 'Audio Mogul', 44],
  ])('%i points are level %i, %s, with %i to the next', (points, level, levelName, pointsToNextLevel) => {
    expect(describeLevel(points)).toEqual({ level, levelName, pointsToNextLevel })
  })
})

describe('the week streak', () => {
  it.each([
    [0, 0],
    [6, 0],
    [7, 1],
    [13, 1],
    [14, 2],
  ])('of %i episodes is %i', (episodes, weeks) => {
    expect(weekStreak(episodes)).toBe(weeks)
  })
})
