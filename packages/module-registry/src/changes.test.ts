import type { ModuleState, Pointer } from '@griot/contracts/module-pointer'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isInBuckets, sizeOf } from './buckets.ts'
import { advanceRamp, dueShare, endRamp, rampOf, startCanary } from './candidates.ts'
import {
  block,
  disable,
  enable,
  freeze,
  PROBATION_MS,
  promote,
  quarantine,
  retire,
  rollBack,
  setFlag,
  unblock,
} from './changes.ts'
import type { PointerUpdate } from './pointer.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
afterEach(() => void vi.useRealTimers())

const state = (more: Partial<ModuleState> = {}): ModuleState => ({
  stable: 'v1',
  since: NOW.toISOString(),
  by: 'team',
  lkg: null,
  candidate: null,
  disabled: null,
  quarantined: [],
  ...more,
})

const given = (modules: Record<string, ModuleState>, frozen: string | null = null): Pointer => ({
  schema: 1,
  env: 'prod',
  rev: 7,
  at: NOW.toISOString(),
  frozen,
  modules,
  change: null,
})

const rewards = (update: PointerUpdate | null) => update?.pointer.modules.rewards
const input = { by: 'team', module: 'rewards' }
const candidate = { version: 'v2', percent: 5, salt: 'k9', since: NOW.toISOString() }

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

describe('quarantine', () => {
  it('rolls back and records its own action', () => {
    const update = quarantine(given({ rewards: state({ stable: 'v2', lkg: 'v1' }) }), { ...input, version: 'v2' })

    expect(update?.change).toMatchObject({ action: 'quarantine', from: 'v2', to: 'v1' })
    expect(rewards(update)?.stable).toBe('v1')
  })

  it('keeps the candidate when the stable version fails', () => {
    const state3 = { ...candidate, version: 'v3' }
    const pointer = given({ rewards: state({ stable: 'v2', lkg: 'v1', candidate: state3 }) })

    expect(rewards(quarantine(pointer, { ...input, version: 'v2' }))).toMatchObject({
      ...{ stable: 'v1', candidate: state3, quarantined: ['v2'] },
    })
  })

  it.each([
    ['the environment is frozen', given({ rewards: state({ stable: 'v2', lkg: 'v1' }) }, 'no')],
    ['the version is no longer current', given({ rewards: state({ stable: 'v3', lkg: 'v1' }) })],
    ['the version is the last known good one', given({ rewards: state({ stable: 'v2', lkg: 'v2' }) })],
  ])('does nothing if %s', (_, pointer) => {
    expect(quarantine(pointer, { ...input, version: 'v2' })).toBeNull()
  })
})

describe('block', () => {
  const numbered = (more: Partial<ModuleState> = {}) =>
    state({ stable: '0.3.0-g00000003', lkg: '0.2.0-g00000002', ...more })
  const tooOld = { range: '<0.2.0', reason: 'it writes wrong points', by: 'team', since: NOW.toISOString() }
  const old = '0.1.0-g00000001'

  it('records the range with its reason', () => {
    const update = block(given({ rewards: numbered() }), { ...input, range: '<0.2.0', reason: tooOld.reason })

    expect(rewards(update)).toEqual(numbered({ blocked: [tooOld] }))
    expect(update?.change).toMatchObject({ action: 'block', range: '<0.2.0', reason: tooOld.reason })
    expect(block(given({ rewards: numbered({ blocked: [tooOld] }) }), { ...input, ...tooOld })).toBeNull()
  })

  it.each([
    ['is current', '<0.4.0', {}],
    ['is the rollback target', '0.2.x', {}],
    ['is a candidate', '0.4.0-g00000004', { candidate: { ...candidate, version: '0.4.0-g00000004' } }],
  ])('refuses a range with a version that %s', (_, range, more) => {
    expect(() => block(given({ rewards: numbered(more) }), { ...input, range })).toThrow(
      'is current, a candidate or the rollback target',
    )
  })

  it('refuses a text that is not a range', () => {
    expect(() => block(given({ rewards: numbered() }), { ...input, range: 'old ones' })).toThrow(
      'neither a version nor',
    )
  })

  it('prevents promotion, canary and rollback of a blocked version', () => {
    const pointer = given({ rewards: numbered({ blocked: [tooOld] }) })
    const reason = `rewards ${old} is blocked: it writes wrong points.`

    expect(() => promote(pointer, { ...input, version: old })).toThrow(reason)
    expect(() => startCanary(pointer, { ...input, version: old, percent: 5 })).toThrow(reason)
    expect(() => rollBack(pointer, { ...input, to: old })).toThrow(reason)
  })

  it('survives promotions until unblock', () => {
    const pointer = given({ rewards: numbered({ blocked: [tooOld] }) })

    expect(rewards(promote(pointer, { ...input, version: '0.4.0-g00000004' }))?.blocked).toEqual([tooOld])
    expect(rewards(unblock(pointer, { ...input, range: '<0.2.0' }))).toEqual(numbered())
    expect(rewards(unblock(pointer, input))).toEqual(numbered())
    expect(unblock(pointer, { ...input, range: '<0.1.0' })).toBeNull()
  })
})

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
