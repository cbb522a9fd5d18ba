import { describe, expect, it } from 'vitest'
import { isWide, openBlockLevels, plainOver } from './block-levels.ts'

const BLOCK = 16
const BLOCKS = 40

/** The same noise each time. */
const fillWithNoise = (samples: Int16Array) => {
  let seed = 1
  for (let at = 0; at < samples.length; at += 1) {
    seed = (seed * 16_807) % 2_147_483_647
    samples[at] = seed >> (at % 15)
  }
}

describe('the levels of blocks', () => {
  it('are found eight samples at a time', () => {
    expect(isWide).toBe(true)
  })

  it('are what looking at one sample after the other finds', () => {
    const { samples, levelsOf } = openBlockLevels(BLOCK * BLOCKS, BLOCK)
    fillWithNoise(samples)
    const expected = new Uint16Array(BLOCKS - 1)
    plainOver(samples, expected)(BLOCK * 2, 0, BLOCKS - 1, BLOCK * 2)

    expect(levelsOf(BLOCK, BLOCKS - 1)).toEqual(expected)
    expect(new Set(expected).size).toBeGreaterThan(BLOCKS / 2)
  })

  it('find the loudest wherever it stands, above and below zero', () => {
    const { samples, levelsOf } = openBlockLevels(BLOCK, BLOCK)
    for (let at = 0; at < BLOCK; at += 1) {
      samples.fill(-3)
      samples[at] = at % 2 === 0 ? 32_767 : -32_768

      expect(levelsOf(0, 1)).toEqual(Uint16Array.of(at % 2 === 0 ? 32_767 : 32_768))
    }
  })

  it('are none of no blocks', () => {
    expect(openBlockLevels(BLOCK, BLOCK).levelsOf(0, 0)).toHaveLength(0)
  })
})
