import { describe, expect, it } from 'vitest'
import { levelsOf, pathOf } from './waveform.ts'

describe('the bars of a waveform', () => {
  it('are relative to the loudest one', () => {
    expect(levelsOf(Uint8Array.from([0, 0, 50, 50, 100, 100]), 3)).toEqual([0, 0.5, 1])
  })

  it('are as many as requested, also from few points', () => {
    expect(levelsOf(Uint8Array.from([10, 20]), 4)).toEqual([0.5, 0.5, 1, 1])
    expect(levelsOf(new Uint8Array(1800).fill(255))).toHaveLength(64)
  })

  it('are visible when silent', () => {
    expect(levelsOf(Uint8Array.from([0, 0]), 2)).toEqual([0, 0])
    expect(pathOf([0, 1])).toBe('M0.5 48v4M1.5 0v100')
  })
})
