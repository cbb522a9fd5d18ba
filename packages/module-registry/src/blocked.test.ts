import { describe, expect, it } from 'vitest'
import { meantBy } from './blocked.ts'

describe('versions that are meant', () => {
  it.each([
    ['0.1.0-g3f2a1c90', '0.1.0-g3f2a1c90', true],
    ['0.1.0-g3f2a1c90', '0.1.0-g00000001', false],
    // A build is no pre-release.
    ['<0.3.0', '0.3.0-g3f2a1c90', false],
    ['<0.3.0', '0.2.9-g3f2a1c90', true],
    ['0.2.x', '0.2.7-g3f2a1c90', true],
    ['1.0.0 - 1.2.0', '1.2.0-g3f2a1c90', true],
    ['<0.3.0', 'nothing', false],
    ['<0.3.0', '', false],
  ])('%s is %s: %s', (range, version, is) => {
    expect(meantBy(range)?.(version)).toBe(is)
  })

  it.each(['newer than mine', '<0.3.0-g3f2a1c90', 'v', '<0.3.0-beta'])('are none by %s', (range) => {
    expect(meantBy(range)).toBeNull()
  })
})
