import { beforeEach, describe, expect, it } from 'vitest'
import { createSpeeds } from './speeds.ts'

beforeEach(() => localStorage.clear())

describe('the speed of a podcast', () => {
  it('is 1 until another one is stored for that podcast', () => {
    createSpeeds().remember('table', 1.4)
    expect(createSpeeds().of('table')).toBe(1.4)
    expect(createSpeeds().of('market')).toBe(1)
  })

  it('stays within 0.5 and 3, in tenths', () => {
    const speeds = createSpeeds()
    expect(speeds.remember('table', 9)).toBe(3)
    expect(speeds.remember('table', 0.1)).toBe(0.5)
    expect(speeds.remember('table', 1.26)).toBe(1.3)
    expect(speeds.remember('table', Number.NaN)).toBe(1)
  })

  it('keeps the last two hundred podcasts', () => {
    const speeds = createSpeeds()
    for (let podcast = 0; podcast <= 200; podcast += 1) speeds.remember(`podcast-${podcast}`, 2)
    expect(speeds.of('podcast-0')).toBe(1)
    expect(speeds.of('podcast-1')).toBe(2)
    expect(speeds.of('podcast-200')).toBe(2)
  })

  it('ignores invalid stored values', () => {
    localStorage.setItem('griot:speeds', '{"table":"fast"}')
    expect(createSpeeds().of('table')).toBe(1)
    localStorage.setItem('griot:speeds', '{')
    expect(createSpeeds().of('table')).toBe(1)
  })
})
