import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { promote, rollBack, setFlag } from './changes.ts'
import { given, input, NOW, rewards, state } from './testing/given-pointer.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
afterEach(() => void vi.useRealTimers())

describe('setFlag', () => {
  const on = (percent: number) => ({ 'new-chart': { percent, salt: 'k9' } })

  it('turns a flag on for a share and keeps the salt when the share grows', () => {
    const few = rewards(setFlag(given({ rewards: state() }), { ...input, flag: 'new-chart', percent: 5 }))
    expect(few?.flags).toEqual({ 'new-chart': { percent: 5, salt: expect.stringMatching(/^[0-9a-f]{12}$/) } })

    const update = setFlag(given({ rewards: state({ flags: on(5) }) }), { ...input, flag: 'new-chart', percent: 50 })
    expect(rewards(update)?.flags).toEqual(on(50))
    expect(update?.change).toMatchObject({ action: 'flag', flag: 'new-chart', percent: 50, by: 'team' })
  })

  it('removes a flag that is turned off', () => {
    const pointer = given({ rewards: state({ flags: on(5) }) })
    expect(rewards(setFlag(pointer, { ...input, flag: 'new-chart', percent: 0 }))).toEqual(state())
    expect(setFlag(pointer, { ...input, flag: 'new-chart', percent: 5 })).toBeNull()
    // A name from Object.prototype is not a flag.
    expect(setFlag(pointer, { ...input, flag: 'constructor', percent: 0 })).toBeNull()
  })

  it('keeps the flags when the version changes', () => {
    const pointer = given({ rewards: state({ stable: 'v2', lkg: 'v1', flags: on(5) }) })
    expect(rewards(promote(pointer, { ...input, version: 'v3' }))?.flags).toEqual(on(5))
    expect(rewards(rollBack(pointer, input))?.flags).toEqual(on(5))
  })

  it('allows a smaller share in a frozen environment, but not a larger one', () => {
    const frozen = given({ rewards: state({ flags: on(50) }) }, 'holidays')
    expect(() => setFlag(frozen, { ...input, flag: 'new-chart', percent: 60 })).toThrow('prod is frozen')
    expect(rewards(setFlag(frozen, { ...input, flag: 'new-chart', percent: 5 }))?.flags).toEqual(on(5))
  })

  it('refuses more than twenty flags', () => {
    const many = Array.from({ length: 20 }, (_, index) => [`flag-${index}`, { percent: 1, salt: 'k9' }])
    const pointer = given({ rewards: state({ flags: Object.fromEntries(many) }) })
    expect(() => setFlag(pointer, { ...input, flag: 'new-chart', percent: 5 })).toThrow('has 20 flags on')
    expect(setFlag(pointer, { ...input, flag: 'flag-3', percent: 5 })).not.toBeNull()
  })
})
