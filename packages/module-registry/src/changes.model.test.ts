import type { Pointer } from '@griot/contracts/module-pointer'
import { AppError } from '@griot/service-kit/http/errors'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { blockedReason } from './blocked-versions.ts'
import { isInBuckets, sizeOf } from './buckets.ts'
import { startCanary } from './candidates.ts'
import {
  block,
  disable,
  enable,
  freeze,
  PROBATION_MS,
  promote,
  quarantine,
  rollBack,
  setFlag,
  unblock,
} from './changes.ts'
import type { PointerUpdate } from './pointer.ts'
import { versionOf } from './testing/built-module.ts'

// Applies a thousand random actions to three modules and checks the documented invariants after each.

const MODULES = ['listener', 'rewards', 'shell']
const BUILDS = [1, 2, 3, 4].map(versionOf)
const BY = 'team'

type Operation =
  | { kind: 'promote' | 'quarantine' | 'block' | 'unblock'; module: string; version: string }
  | { kind: 'canary'; module: string; version: string; percent: number }
  | { kind: 'rollback'; module: string; to: string | undefined }
  | { kind: 'disable' | 'enable'; module: string }
  | { kind: 'flag'; module: string; flag: string; percent: number }
  | { kind: 'freeze'; isFrozen: boolean }
  | { kind: 'wait'; ms: number }

const module = fc.constantFrom(...MODULES)
const version = fc.constantFrom(...BUILDS)
const anyOperation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('promote' as const), module, version }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('canary' as const), module, version, percent: fc.nat({ max: 100 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('rollback' as const),
      module,
      to: fc.option(version, { nil: undefined }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('quarantine' as const), module, version }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('block' as const, 'unblock' as const), module, version }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('flag' as const),
      module,
      flag: fc.constantFrom('one', 'two'),
      percent: fc.constantFrom(0, 20, 100),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('disable' as const, 'enable' as const), module }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('freeze' as const), isFrozen: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat({ max: 2 * PROBATION_MS }) }) },
)

const empty: Pointer = {
  schema: 1,
  env: 'prod',
  rev: 0,
  at: new Date(0).toISOString(),
  frozen: null,
  modules: {},
  change: null,
}

const apply = (pointer: Pointer, operation: Operation): PointerUpdate | null => {
  switch (operation.kind) {
    case 'promote':
      return promote(pointer, { by: BY, module: operation.module, version: operation.version })
    case 'canary':
      return startCanary(pointer, { by: BY, ...operation })
    case 'rollback':
      return rollBack(pointer, { by: BY, module: operation.module, to: operation.to })
    case 'quarantine':
      return quarantine(pointer, { by: 'registry', module: operation.module, version: operation.version })
    case 'disable':
      return disable(pointer, { by: BY, module: operation.module })
    case 'enable':
      return enable(pointer, { by: BY, module: operation.module })
    case 'block':
      return block(pointer, { by: BY, module: operation.module, range: operation.version })
    case 'unblock':
      return unblock(pointer, { by: BY, module: operation.module, range: operation.version })
    case 'flag':
      return setFlag(pointer, { by: BY, ...operation })
    case 'freeze':
      return freeze(pointer, { by: BY, reason: operation.isFrozen ? 'holidays' : null })
    case 'wait':
      return null
  }
}

const checkInvariants = (before: Pointer, after: Pointer, { change }: PointerUpdate) => {
  const candidates = Object.values(after.modules).flatMap(({ candidate }) => candidate ?? [])
  const buckets = candidates.flatMap(({ buckets: own = [] }) => own)
  for (const [from] of buckets) expect(buckets.filter((range) => isInBuckets(from, [range]))).toHaveLength(1)
  for (const { percent, buckets: own = [] } of candidates) expect(sizeOf(own)).toBe(percent * 100)
  for (const [name, state] of Object.entries(after.modules)) {
    expect(state.candidate?.version).not.toBe(state.stable)
    expect(state.quarantined).not.toContain(state.stable)
    expect(state.quarantined).not.toContain(state.candidate?.version)
    for (const shown of [state.stable, state.lkg, state.candidate?.version]) {
      if (shown) expect(blockedReason(state, shown)).toBeNull()
    }
    // A change of versions does not change flags.
    if (change.action !== 'flag') expect(state.flags).toEqual(before.modules[name]?.flags)
    // A change of one module does not change the others.
    if (name !== change.module) expect(state).toEqual(before.modules[name])
  }
  const was = change.module === null ? undefined : before.modules[change.module]
  const is = change.module === null ? undefined : after.modules[change.module]
  switch (change.action) {
    case 'promote':
      expect(is).toMatchObject({ stable: change.to, candidate: null, disabled: null })
      // After a promotion there is always a rollback target.
      if (was && was.stable !== change.to) expect(is?.lkg).not.toBeNull()
      expect(before.frozen).toBeNull()
      break
    case 'canary':
      expect(is?.stable).toBe(was?.stable)
      if (was?.candidate?.version === change.to) expect(is?.candidate?.salt).toBe(was?.candidate?.salt)
      expect(before.frozen).toBeNull()
      break
    case 'rollback':
    case 'quarantine':
      expect(is?.stable).toBe(change.to)
      expect(is?.quarantined).toContain(change.from)
      if (change.action === 'quarantine') expect([was?.stable, was?.lkg]).toContain(change.to)
      break
    case 'disable':
    case 'enable':
      expect(is?.stable).toBe(was?.stable)
      expect(is?.disabled === null).toBe(change.action === 'enable')
      break
    case 'block':
    case 'unblock':
      expect({ ...is, blocked: null }).toEqual({ ...was, blocked: null })
      break
    case 'flag':
      expect({ ...is, flags: null }).toEqual({ ...was, flags: null })
      break
    default:
      expect(after.modules).toEqual(before.modules)
  }
}

describe('the actions on an environment', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  it('keep the invariants through a thousand random actions', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(fc.array(anyOperation, { minLength: 1000, maxLength: 1000 }), (operations) => {
        let pointer = empty
        let updates = 0
        for (const operation of operations) {
          vi.setSystemTime(Date.now() + (operation.kind === 'wait' ? operation.ms : 1))
          let update: PointerUpdate | null
          try {
            update = apply(pointer, operation)
          } catch (error) {
            // A refusal is expected; any other error is a defect.
            if (error instanceof AppError) continue
            throw error
          }
          if (update === null) continue
          updates += 1
          const next = { ...pointer, ...update.pointer, rev: pointer.rev + 1, change: update.change }
          checkInvariants(pointer, next, update)
          pointer = next
        }
        expect(updates).toBeGreaterThan(0)
      }),
      { numRuns: 20 },
    )
  })
})
