import type { Pointer } from '@griot/contracts/module-pointer'
import { AppError } from '@griot/service-kit/errors'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { whyBlocked } from './blocked.ts'
import {
  block,
  disable,
  enable,
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
import { versionOf } from './testing/built-module.ts'

// A thousand random operations on three modules beside a model that only remembers, in the plainest way, what a reader of
// the documentation would expect to stand.

const MODULES = ['listener', 'rewards', 'shell']
const BUILDS = [1, 2, 3, 4].map(versionOf)
const BY = 'someone'

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
const operation: fc.Arbitrary<Operation> = fc.oneof(
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

const apply = (pointer: Pointer, asked: Operation, now: Date): Moved | null => {
  switch (asked.kind) {
    case 'promote':
      return promote(pointer, { by: BY, module: asked.module, version: asked.version }, now)
    case 'canary':
      return startCanary(pointer, { by: BY, ...asked }, now)
    case 'rollback':
      return rollBack(pointer, { by: BY, module: asked.module, to: asked.to }, now)
    case 'quarantine':
      return quarantine(pointer, { by: 'registry', module: asked.module, version: asked.version }, now)
    case 'disable':
      return disable(pointer, { by: BY, module: asked.module }, now)
    case 'enable':
      return enable(pointer, { by: BY, module: asked.module }, now)
    case 'block':
      return block(pointer, { by: BY, module: asked.module, range: asked.version }, now)
    case 'unblock':
      return unblock(pointer, { by: BY, module: asked.module, range: asked.version })
    case 'flag':
      return turnFlag(pointer, { by: BY, ...asked })
    case 'freeze':
      return freeze(pointer, { by: BY, reason: asked.isFrozen ? 'a holiday' : null })
    case 'wait':
      return null
  }
}

/** What everyone can count on after any change, whatever led there. */
const check = (before: Pointer, after: Pointer, { change }: Moved) => {
  const candidates = Object.values(after.modules).filter(({ candidate }) => candidate !== null)
  expect(candidates.length).toBeLessThanOrEqual(1)
  for (const [name, standing] of Object.entries(after.modules)) {
    expect(standing.candidate?.version).not.toBe(standing.stable)
    expect(standing.quarantined).not.toContain(standing.stable)
    expect(standing.quarantined).not.toContain(standing.candidate?.version)
    for (const shown of [standing.stable, standing.lkg, standing.candidate?.version]) {
      if (shown) expect(whyBlocked(standing, shown)).toBeNull()
    }
    // Whatever is done to versions, the switches stay as they are.
    if (change.action !== 'flag') expect(standing.flags).toEqual(before.modules[name]?.flags)
    // A change of one module leaves every other as it was.
    if (name !== change.module) expect(standing).toEqual(before.modules[name])
  }
  const was = change.module === null ? undefined : before.modules[change.module]
  const is = change.module === null ? undefined : after.modules[change.module]
  switch (change.action) {
    case 'promote':
      expect(is).toMatchObject({ stable: change.to, candidate: null, disabled: null })
      // What is left for a promotion is never forgotten by going forward once: there is a way back.
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

describe('the changes of an environment', () => {
  it('keep their promises through a thousand random operations', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(fc.array(operation, { minLength: 1000, maxLength: 1000 }), (operations) => {
        let pointer = empty
        let now = Date.parse('2026-11-21T00:00:00Z')
        let moves = 0
        for (const asked of operations) {
          now += asked.kind === 'wait' ? asked.ms : 1
          let moved: Moved | null
          try {
            moved = apply(pointer, asked, new Date(now))
          } catch (error) {
            // A refusal is an answer; anything else is a defect.
            if (error instanceof AppError) continue
            throw error
          }
          if (moved === null) continue
          moves += 1
          const next = { ...pointer, ...moved.pointer, rev: pointer.rev + 1, change: moved.change }
          check(pointer, next, moved)
          pointer = next
        }
        expect(moves).toBeGreaterThan(0)
      }),
      { numRuns: 20 },
    )
  })
})
