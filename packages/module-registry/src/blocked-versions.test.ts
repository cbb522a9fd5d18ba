import { describe, expect, it } from 'vitest'
import { rangeMatcher } from './blocked-versions.ts'

describe('rangeMatcher', () => {
  it.each([
    ['0.1.0-g3f2a1c90', '0.1.0-g3f2a1c90', true],
    ['0.1.0-g3f2a1c90', '0.1.0-g00000001', false],
    // A build id is not a pre-release.
    ['<0.3.0', '0.3.0-g3f2a1c90', false],
    ['<0.3.0', '0.2.9-g3f2a1c90', true],
    ['0.2.x', '0.2.7-g3f2a1c90', true],
    ['1.0.0 - 1.2.0', '1.2.0-g3f2a1c90', true],
    ['<0.3.0', 'nothing', false],
    ['<0.3.0', '', false],
  ])('%s matches %s: %s', (range, version, matches) => {
    expect(rangeMatcher(range)?.(version)).toBe(matches)
  })

  it.each(['newer than mine', '<0.3.0-g3f2a1c90', 'v', '<0.3.0-beta'])('returns null for %s', (range) => {
    expect(rangeMatcher(range)).toBeNull()
  })
})
