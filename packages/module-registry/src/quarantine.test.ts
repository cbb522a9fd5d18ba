import type { ModuleState } from '@griot/contracts/module-pointer'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startCanary } from './candidates.ts'
import { block, promote, quarantine, rollBack, unblock } from './changes.ts'
import { candidate, given, input, NOW, rewards, state } from './testing/given-pointer.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
afterEach(() => void vi.useRealTimers())

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
