import { describe, expect, it } from 'vitest'
import { displayedPoints, positionAt, progressAt, resumeFrom, withinLength } from './progress.ts'

describe('the place in an episode', () => {
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
  ])('playing goes on from second %i of %i at %i', (position, length, from) => {
    expect(resumeFrom(position, length)).toBe(from)
  })

  it('is never behind a known end', () => {
    expect(withinLength(900, 600)).toBe(600)
    expect(withinLength(900, 0)).toBe(900)
  })
})

describe('the points shown beside an episode', () => {
  it.each([
    [false, 0, 0],
    [false, 9.99, 0],
    [false, 94.9, 9],
    [true, 12, 10],
  ])('completed %s at %d%% shows %i', (completed, progress, points) => {
    expect(displayedPoints({ completed, progress })).toBe(points)
  })
})
