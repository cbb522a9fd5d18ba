import { describe, expect, it } from 'vitest'
import { believe } from './believe.ts'

describe('a claim', () => {
  it.each([
    ['within the clock', 30, { heardSeconds: 0, secondsCounted: 40, secondsSilent: 40 }, 30],
    ['beyond the time since the start', 600, { heardSeconds: 0, secondsCounted: 65, secondsSilent: 65 }, 65],
    [
      'beyond the time since the last sign of life',
      600,
      { heardSeconds: 30, secondsCounted: 600, secondsSilent: 15 },
      50,
    ],
    ['below what is proven', 10, { heardSeconds: 30, secondsCounted: 600, secondsSilent: 15 }, 30],
    ['after the clock went back', 600, { heardSeconds: 30, secondsCounted: -100, secondsSilent: -100 }, 30],
    [
      'after the clock went back with nothing proven',
      600,
      { heardSeconds: 0, secondsCounted: -100, secondsSilent: -100 },
      0,
    ],
    ['of nothing', 0, { heardSeconds: 0, secondsCounted: 40, secondsSilent: 40 }, 0],
  ])('%s', (_, claimed, proof, believed) => {
    expect(believe(claimed, proof)).toBe(believed)
  })
})
