import type { Pointer } from '@griot/contracts/module-pointer'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isInBuckets, sizeOf } from './buckets.ts'
import { advanceRamp, dueShare, endRamp, rampOf, startCanary } from './candidates.ts'
import { disable, enable, freeze, PROBATION_MS, promote, quarantine, retire, rollBack, setFlag } from './changes.ts'
import type { PointerUpdate } from './pointer.ts'
import { candidate, given, input, NOW, pass, rewards, state } from './testing/given-pointer.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
afterEach(() => void vi.useRealTimers())

describe('promote', () => {
  it('keeps the previous version as the last known good one after its probation', () => {
    const young = given({ rewards: state({ stable: 'v2', lkg: 'v1' }) })

    pass(1000)
    expect(rewards(promote(young, { ...input, version: 'v3' }))?.lkg).toBe('v1')
    pass(PROBATION_MS)
    expect(rewards(promote(young, { ...input, version: 'v3' }))?.lkg).toBe('v2')
  })

  it('removes the candidate of the same version', () => {
    const update = promote(given({ rewards: state({ candidate }) }), { ...input, version: 'v2' })

    expect(rewards(update)).toMatchObject({ stable: 'v2', lkg: 'v1', candidate: null })
  })

  it('changes nothing if the version is already stable', () => {
    expect(promote(given({ rewards: state() }), { ...input, version: 'v1' })).toBeNull()
  })

  it('is refused in a frozen environment, unlike a rollback', () => {
    const frozen = given({ rewards: state({ stable: 'v2', lkg: 'v1' }) }, 'holidays')

    expect(() => promote(frozen, { ...input, version: 'v3' })).toThrow('prod is frozen: holidays.')
    expect(rewards(rollBack(frozen, input))?.stable).toBe('v1')
    expect(rewards(disable(frozen, input))?.disabled).toBe('switched off')
  })
})

describe('startCanary', () => {
  it('keeps the salt when the share grows', () => {
    pass(9)
    const update = startCanary(given({ rewards: state({ candidate }) }), { ...input, percent: 50 })

    expect(rewards(update)?.candidate).toEqual({ ...candidate, percent: 50 })
  })

  it('gives candidates of several modules different users, and refuses shares that are not left', () => {
    const first = startCanary(given({ rewards: state(), studio: state() }), { ...input, version: 'v2', percent: 30 })
    const studio = { by: 'other', module: 'studio', version: 'v2' }
    const pointer = { ...given({}), ...first?.pointer }
    const second = startCanary(pointer, { ...studio, percent: 70 })

    const buckets = ['rewards', 'studio'].map((name) => second?.pointer.modules[name]?.candidate?.buckets ?? [])
    expect(buckets.map(sizeOf)).toEqual([3000, 7000])
    expect(buckets[0]?.filter(([from]) => isInBuckets(from, buckets[1] ?? []))).toEqual([])
    expect(() => startCanary(pointer, { ...studio, percent: 71 })).toThrow(
      'At most 70 % of the users are left for studio: the others have a candidate of another module (rewards for 30 %).',
    )
  })

  it('refuses a second candidate beside one of an earlier release, whose users are not known', () => {
    const busy = given({ rewards: state({ candidate }), studio: state() })

    expect(() => startCanary(busy, { by: 'other', module: 'studio', version: 'v2', percent: 5 })).toThrow(
      'rewards v2 is a candidate, and an earlier release of Griot started one of the two.',
    )
  })

  it('lifts the quarantine of a rolled-back version', () => {
    const quarantined = given({ rewards: state({ quarantined: ['v2', 'v0'] }) })

    const update = startCanary(quarantined, { ...input, version: 'v2', percent: 5 })

    expect(rewards(update)).toMatchObject({ candidate: { version: 'v2' }, quarantined: ['v0'] })
  })

  it('requires a version other than the stable one', () => {
    expect(() => startCanary(given({ rewards: state() }), { ...input, percent: 5 })).toThrow('has no candidate')
    expect(() => startCanary(given({ rewards: state() }), { ...input, version: 'v1', percent: 5 })).toThrow(
      'is already the version of all users',
    )
  })
})

describe('a ramp', () => {
  const due = (pointer: Pointer) => {
    const share = dueShare(pointer, 'rewards')
    return share && advanceRamp(pointer, { ...input, ...share })
  }
  const after = (update: PointerUpdate | null): Pointer => ({ ...given({}), ...update?.pointer })
  const start = () =>
    after(
      startCanary(given({ rewards: state() }), {
        ...{ ...input, version: 'v2', percent: 5 },
        ramp: rampOf([25, 100], 15),
      }),
    )

  it('applies each share after its hold, once, and promotes at the end', () => {
    const first = start()
    pass(15 * 60_000 - 1)
    expect(due(first)).toBeNull()
    pass(1)
    const second = due(first)
    expect(second?.change).toMatchObject({ action: 'canary', to: 'v2', percent: 25 })
    expect(rewards(second)?.candidate).toMatchObject({ percent: 25, ramp: { shares: [100], holdMinutes: 15 } })
    // Another instance that has seen the share that was due.
    expect(advanceRamp(after(second), { ...input, version: 'v2', from: 5, percent: 25 })).toBeNull()
    pass(15 * 60_000)
    const last = due(after(second))
    expect(last?.change).toMatchObject({ action: 'promote', from: 'v1', to: 'v2' })
    expect(rewards(last)).toMatchObject({ stable: 'v2', candidate: null })
  })

  it('holds in a frozen environment, and ends with a change by a person', () => {
    pass(0)
    const pointer = start()
    pass(60 * 60_000)
    expect(due({ ...pointer, frozen: 'holidays' })).toBeNull()
    expect(rewards(startCanary(pointer, { ...input, percent: 5 }))?.candidate?.ramp).toBeUndefined()
    expect(rewards(rollBack(pointer, input))?.candidate).toBeNull()
    const ended = endRamp(pointer, { ...input, version: 'v2' })
    expect(rewards(ended)?.candidate).toMatchObject({ percent: 5, ramp: undefined })
    expect(due(after(ended))).toBeNull()
  })
})

describe('rollBack', () => {
  it('withdraws the candidate first', () => {
    const update = rollBack(given({ rewards: state({ lkg: 'v0', candidate }) }), input)

    expect(rewards(update)).toMatchObject({ stable: 'v1', candidate: null, quarantined: ['v2'] })
  })

  it('returns to the last known good version', () => {
    const update = rollBack(given({ rewards: state({ stable: 'v2', lkg: 'v1' }) }), input)

    expect(rewards(update)).toMatchObject({ stable: 'v1', lkg: 'v1', quarantined: ['v2'] })
  })

  it('returns to the named version', () => {
    const update = rollBack(given({ rewards: state({ stable: 'v3', lkg: 'v2' }) }), { ...input, to: 'v1' })

    expect(rewards(update)).toMatchObject({ stable: 'v1', lkg: 'v2', quarantined: ['v3'] })
  })

  it('is refused if there is no earlier version', () => {
    expect(() => rollBack(given({ rewards: state() }), input)).toThrow('no earlier version')
    expect(() => rollBack(given({}), input)).toThrow('rewards has no version in prod yet')
  })
})

describe('freeze', () => {
  it('is lifted by a null reason', () => {
    const frozen = freeze(given({}), { by: 'admin', reason: 'holidays' })
    expect(frozen?.pointer.frozen).toBe('holidays')

    expect(freeze(given({}, 'holidays'), { by: 'admin', reason: null })?.pointer.frozen).toBeNull()
  })
})

describe('retire', () => {
  const retired = retire(
    given({ rewards: state({ lkg: 'v0', candidate, flags: { fast: { percent: 100, salt: 'k' } } }) }),
    {
      ...input,
      reason: 'moved',
    },
  )
  const after = given(retired?.pointer.modules ?? {})

  it('switches the module off and keeps its last version for the audit log', () => {
    expect(rewards(retired)).toMatchObject({
      stable: 'v1',
      lkg: null,
      candidate: null,
      disabled: 'moved',
      retired: true,
    })
    expect(rewards(retired)?.flags).toBeUndefined()
    expect(retired?.change).toMatchObject({ action: 'disable', retired: true, from: 'v1', to: null, reason: 'moved' })
  })

  it('allows only a promotion, which brings the module back', () => {
    for (const refused of [
      () => enable(after, input),
      () => disable(after, input),
      () => retire(after, input),
      () => startCanary(after, { ...input, version: 'v2', percent: 5 }),
      () => rollBack(after, { ...input, to: 'v0' }),
      () => setFlag(after, { ...input, flag: 'fast', percent: 5 }),
    ]) {
      expect(refused).toThrow('Promote a version to bring it back.')
    }
    expect(quarantine(after, { ...input, version: 'v1' })).toBeNull()
    const back = rewards(promote(after, { ...input, version: 'v1' }))
    expect(back).toMatchObject({ stable: 'v1', lkg: null, disabled: null })
    expect(back?.retired).toBeUndefined()
  })

  it('is refused in a frozen environment', () => {
    expect(() => retire(given({ rewards: state() }, 'holidays'), input)).toThrow('frozen')
  })
})
