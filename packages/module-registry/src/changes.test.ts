import type { Pointer, Standing } from '@griot/contracts/module-pointer'
import { describe, expect, it } from 'vitest'
import {
  block,
  disable,
  freeze,
  PROBATION_MS,
  promote,
  quarantine,
  rollBack,
  startCanary,
  turnFlag,
  unblock,
} from './changes.ts'
import type { Moved } from './pointer.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)

const standing = (more: Partial<Standing> = {}): Standing => ({
  stable: 'v1',
  since: NOW.toISOString(),
  by: 'team',
  lkg: null,
  candidate: null,
  disabled: null,
  quarantined: [],
  ...more,
})

const given = (modules: Record<string, Standing>, frozen: string | null = null): Pointer => ({
  schema: 1,
  env: 'prod',
  rev: 7,
  at: NOW.toISOString(),
  frozen,
  modules,
  change: null,
})

const rewards = (moved: Moved | null) => moved?.pointer.modules.rewards
const asked = { by: 'team', module: 'rewards' }
const trial = { version: 'v2', percent: 5, salt: 'k9', since: NOW.toISOString() }

describe('a promotion', () => {
  it('takes what stood for good once it has stood through its probation', () => {
    const young = given({ rewards: standing({ stable: 'v2', lkg: 'v1' }) })

    expect(rewards(promote(young, { ...asked, version: 'v3' }, later(1000)))?.lkg).toBe('v1')
    expect(rewards(promote(young, { ...asked, version: 'v3' }, later(PROBATION_MS)))?.lkg).toBe('v2')
  })

  it('ends the trial of the same version', () => {
    const moved = promote(given({ rewards: standing({ candidate: trial }) }), { ...asked, version: 'v2' }, NOW)

    expect(rewards(moved)).toMatchObject({ stable: 'v2', lkg: 'v1', candidate: null })
  })

  it('changes nothing when everyone sees the version already', () => {
    expect(promote(given({ rewards: standing() }), { ...asked, version: 'v1' }, NOW)).toBeNull()
  })

  it('is refused while the environment is frozen, and a rollback is not', () => {
    const frozen = given({ rewards: standing({ stable: 'v2', lkg: 'v1' }) }, 'the holidays')

    expect(() => promote(frozen, { ...asked, version: 'v3' })).toThrow('prod is frozen: the holidays.')
    expect(rewards(rollBack(frozen, asked))?.stable).toBe('v1')
    expect(rewards(disable(frozen, asked))?.disabled).toBe('switched off')
  })
})

describe('a candidate', () => {
  it('keeps its salt while its share grows', () => {
    const moved = startCanary(given({ rewards: standing({ candidate: trial }) }), { ...asked, percent: 50 }, later(9))

    expect(rewards(moved)?.candidate).toEqual({ ...trial, percent: 50 })
  })

  it('is alone', () => {
    const busy = given({ rewards: standing({ candidate: trial }), studio: standing() })

    expect(() => startCanary(busy, { by: 'other', module: 'studio', version: 'v2', percent: 5 })).toThrow(
      'rewards v2 is on trial: only one candidate at a time',
    )
  })

  it('is shown again when it was taken back before and someone tries it all the same', () => {
    const takenBack = given({ rewards: standing({ quarantined: ['v2', 'v0'] }) })

    const moved = startCanary(takenBack, { ...asked, version: 'v2', percent: 5 }, NOW)

    expect(rewards(moved)).toMatchObject({ candidate: { version: 'v2' }, quarantined: ['v0'] })
  })

  it('needs a name, and another one than what everyone sees', () => {
    expect(() => startCanary(given({ rewards: standing() }), { ...asked, percent: 5 })).toThrow('has no candidate')
    expect(() => startCanary(given({ rewards: standing() }), { ...asked, version: 'v1', percent: 5 })).toThrow(
      'is what everyone already sees',
    )
  })
})

describe('a rollback', () => {
  it('takes the candidate back first', () => {
    const moved = rollBack(given({ rewards: standing({ lkg: 'v0', candidate: trial }) }), asked, NOW)

    expect(rewards(moved)).toMatchObject({ stable: 'v1', candidate: null, quarantined: ['v2'] })
  })

  it('goes to the last known good version, and trusts it from then on', () => {
    const moved = rollBack(given({ rewards: standing({ stable: 'v2', lkg: 'v1' }) }), asked, NOW)

    expect(rewards(moved)).toMatchObject({ stable: 'v1', lkg: 'v1', quarantined: ['v2'] })
  })

  it('goes where it is told', () => {
    const moved = rollBack(given({ rewards: standing({ stable: 'v3', lkg: 'v2' }) }), { ...asked, to: 'v1' }, NOW)

    expect(rewards(moved)).toMatchObject({ stable: 'v1', lkg: 'v2', quarantined: ['v3'] })
  })

  it('says so when there is nowhere to go', () => {
    expect(() => rollBack(given({ rewards: standing() }), asked)).toThrow('no earlier version')
    expect(() => rollBack(given({}), asked)).toThrow('rewards has no version in prod yet')
  })
})

describe('a quarantine', () => {
  it('is a rollback in the registry’s own name', () => {
    const moved = quarantine(
      given({ rewards: standing({ stable: 'v2', lkg: 'v1' }) }),
      { ...asked, version: 'v2' },
      NOW,
    )

    expect(moved?.change).toMatchObject({ action: 'quarantine', from: 'v2', to: 'v1' })
    expect(rewards(moved)?.stable).toBe('v1')
  })

  it.each([
    ['the environment is frozen', given({ rewards: standing({ stable: 'v2', lkg: 'v1' }) }, 'no')],
    ['the version stands no more', given({ rewards: standing({ stable: 'v3', lkg: 'v1' }) })],
    ['the version is the last known good one', given({ rewards: standing({ stable: 'v2', lkg: 'v2' }) })],
  ])('does nothing when %s', (_, pointer) => {
    expect(quarantine(pointer, { ...asked, version: 'v2' }, NOW)).toBeNull()
  })
})

describe('a block', () => {
  const numbered = (more: Partial<Standing> = {}) =>
    standing({ stable: '0.3.0-g00000003', lkg: '0.2.0-g00000002', ...more })
  const tooOld = { range: '<0.2.0', reason: 'it writes wrong points', by: 'team', since: NOW.toISOString() }
  const old = '0.1.0-g00000001'

  it('says which versions are answered no more, and why', () => {
    const moved = block(given({ rewards: numbered() }), { ...asked, range: '<0.2.0', reason: tooOld.reason }, NOW)

    expect(rewards(moved)).toEqual(numbered({ blocked: [tooOld] }))
    expect(moved?.change).toMatchObject({ action: 'block', range: '<0.2.0', reason: tooOld.reason })
    expect(block(given({ rewards: numbered({ blocked: [tooOld] }) }), { ...asked, ...tooOld }, NOW)).toBeNull()
  })

  it.each([
    ['stands', '<0.4.0', {}],
    ['may be gone back to', '0.2.x', {}],
    ['is on trial', '0.4.0-g00000004', { candidate: { ...trial, version: '0.4.0-g00000004' } }],
  ])('is refused of what %s', (_, range, more) => {
    expect(() => block(given({ rewards: numbered(more) }), { ...asked, range })).toThrow('stands, is on trial, or may')
  })

  it('is refused where it means no version', () => {
    expect(() => block(given({ rewards: numbered() }), { ...asked, range: 'old ones' })).toThrow(
      'neither a version nor',
    )
  })

  it('keeps everyone from showing such a version, by whichever way', () => {
    const pointer = given({ rewards: numbered({ blocked: [tooOld] }) })
    const reason = `rewards ${old} is blocked: it writes wrong points.`

    expect(() => promote(pointer, { ...asked, version: old })).toThrow(reason)
    expect(() => startCanary(pointer, { ...asked, version: old, percent: 5 })).toThrow(reason)
    expect(() => rollBack(pointer, { ...asked, to: old })).toThrow(reason)
  })

  it('stays through promotions, until it is taken away', () => {
    const pointer = given({ rewards: numbered({ blocked: [tooOld] }) })

    expect(rewards(promote(pointer, { ...asked, version: '0.4.0-g00000004' }, NOW))?.blocked).toEqual([tooOld])
    expect(rewards(unblock(pointer, { ...asked, range: '<0.2.0' }))).toEqual(numbered())
    expect(rewards(unblock(pointer, asked))).toEqual(numbered())
    expect(unblock(pointer, { ...asked, range: '<0.1.0' })).toBeNull()
  })
})

describe('a switch of the team', () => {
  const on = (percent: number) => ({ 'new-chart': { percent, salt: 'k9' } })

  it('is on for a share, and draws the same people while that grows', () => {
    const few = rewards(turnFlag(given({ rewards: standing() }), { ...asked, flag: 'new-chart', percent: 5 }))
    expect(few?.flags).toEqual({ 'new-chart': { percent: 5, salt: expect.stringMatching(/^[0-9a-f]{12}$/) } })

    const moved = turnFlag(given({ rewards: standing({ flags: on(5) }) }), { ...asked, flag: 'new-chart', percent: 50 })
    expect(rewards(moved)?.flags).toEqual(on(50))
    expect(moved?.change).toMatchObject({ action: 'flag', flag: 'new-chart', percent: 50, by: 'team' })
  })

  it('is not there when it is off', () => {
    const pointer = given({ rewards: standing({ flags: on(5) }) })
    expect(rewards(turnFlag(pointer, { ...asked, flag: 'new-chart', percent: 0 }))).toEqual(standing())
    expect(turnFlag(pointer, { ...asked, flag: 'new-chart', percent: 5 })).toBeNull()
    // Whatever every object has by itself was switched on by nobody.
    expect(turnFlag(pointer, { ...asked, flag: 'constructor', percent: 0 })).toBeNull()
  })

  it('stays as it is, whichever version people see', () => {
    const pointer = given({ rewards: standing({ stable: 'v2', lkg: 'v1', flags: on(5) }) })
    expect(rewards(promote(pointer, { ...asked, version: 'v3' }, NOW))?.flags).toEqual(on(5))
    expect(rewards(rollBack(pointer, asked))?.flags).toEqual(on(5))
  })

  it('can be turned down while the environment is frozen, and not up', () => {
    const frozen = given({ rewards: standing({ flags: on(50) }) }, 'the holidays')
    expect(() => turnFlag(frozen, { ...asked, flag: 'new-chart', percent: 60 })).toThrow('prod is frozen')
    expect(rewards(turnFlag(frozen, { ...asked, flag: 'new-chart', percent: 5 }))?.flags).toEqual(on(5))
  })

  it('has nineteen others beside it at most', () => {
    const many = Array.from({ length: 20 }, (_, index) => [`flag-${index}`, { percent: 1, salt: 'k9' }])
    const pointer = given({ rewards: standing({ flags: Object.fromEntries(many) }) })
    expect(() => turnFlag(pointer, { ...asked, flag: 'new-chart', percent: 5 })).toThrow('has 20 flags on')
    expect(turnFlag(pointer, { ...asked, flag: 'flag-3', percent: 5 })).not.toBeNull()
  })
})

describe('a freeze', () => {
  it('is opened again', () => {
    const frozen = freeze(given({}), { by: 'admin', reason: 'the holidays' })
    expect(frozen?.pointer.frozen).toBe('the holidays')

    expect(freeze(given({}, 'the holidays'), { by: 'admin', reason: null })?.pointer.frozen).toBeNull()
  })
})
