import { beforeEach, describe, expect, it } from 'vitest'
import { createSpeeds } from './speeds.ts'

beforeEach(() => localStorage.clear())

describe('the speed of a show', () => {
  it('is as recorded until another one is chosen, and remembered for that show alone', () => {
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

  it('keeps the two hundred shows chosen last', () => {
    const speeds = createSpeeds()
    for (let show = 0; show <= 200; show += 1) speeds.remember(`show-${show}`, 2)
    expect(speeds.of('show-0')).toBe(1)
    expect(speeds.of('show-1')).toBe(2)
    expect(speeds.of('show-200')).toBe(2)
  })

  it('does not trip over what someone else left in the storage', () => {
    localStorage.setItem('griot:speeds', '{"table":"fast"}')
    expect(createSpeeds().of('table')).toBe(1)
    localStorage.setItem('griot:speeds', '{')
    expect(createSpeeds().of('table')).toBe(1)
  })
})
