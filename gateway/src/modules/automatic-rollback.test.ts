import { startCanary } from '@griot/module-registry/candidates'
import { freeze, promote } from '@griot/module-registry/changes'
import { readPointer, updatePointer } from '@griot/module-registry/pointer'
import { deployBuild } from '@griot/module-registry/publish'
import type { RegistryStore } from '@griot/module-registry/registry-store'
import { builtModule, versionOf } from '@griot/module-registry/testing/built-module'
import { sql } from '@griot/service-kit/db/db'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Harness } from '../testing/harness.ts'
import { type RollbackParts, startRollback } from '../testing/rollback.ts'
import { saveVerdict } from './browser-verdicts.queries.ts'
import { openRegistry, type Registry } from './registry.ts'
import { saveReport } from './reports.queries.ts'
import { insertWebhook } from './webhooks.queries.ts'

describe('the automatic rollback', () => {
  let parts: RollbackParts
  let harness: Harness
  let store: RegistryStore
  let registry: Registry
  let rollback: RollbackParts['rollback']

  beforeEach(async () => {
    parts = await startRollback()
    ;({ harness, store, registry, rollback } = parts)
  })
  afterEach(() => parts.close())

  it('rolls back a candidate that fails in a tenth of its sessions, once', async () => {
    await updatePointer(store, (pointer) =>
      startCanary(pointer, { by: 'team', module: 'rewards', version: versionOf(2), percent: 5 }),
    )
    await registry.refresh()
    await saveReports(1900, 'rewards', 1, 2)
    await saveReports(2000, 'listener', 1, 3)
    await saveReports(100, 'rewards', 2, 10)

    await Promise.all([rollback.evaluate(), rollback.evaluate()])

    const { change, modules, rev } = await readPointer(store)
    expect(change).toMatchObject({
      by: 'the registry itself',
      action: 'quarantine',
      from: versionOf(2),
      to: versionOf(1),
      reason: 'it failed in 10 of 100 sessions',
    })
    expect(modules.rewards).toMatchObject({ stable: versionOf(1), candidate: null, quarantined: [versionOf(2)] })
    await rollback.evaluate()
    expect((await readPointer(store)).rev).toBe(rev)
    expect(await parts.rollbackCounts()).toEqual({ failed: 1, changed: 0 })
  })

  it('advances a ramp once with several instances, after a restart, and not while the version fails', async () => {
    const canary = (shares: number[], until: string) =>
      updatePointer(store, (pointer) =>
        startCanary(pointer, {
          ...{ by: 'team', module: 'rewards', version: versionOf(2), percent: 5 },
          ramp: { shares, holdMinutes: 15, until },
        }),
      )
    const past = new Date(Date.now() - 1000).toISOString()
    const { rev } = await canary([25, 100], past)
    await registry.refresh()
    const other = openRegistry(store, () => {})
    await other.opened
    const second = parts.startSecond(other)
    await Promise.all([rollback.evaluate(), second.evaluate()])
    await Promise.all([rollback.evaluate(), second.evaluate()])
    second.close()
    other.close()

    const advanced = await readPointer(store)
    expect(advanced.rev).toBe(rev + 1)
    expect(advanced.change).toMatchObject({
      ...{ by: 'the registry itself', action: 'canary', percent: 25, reason: 'ramp: 25 % after 5 %' },
    })
    expect(advanced.modules.rewards?.candidate?.ramp?.shares).toEqual([100])

    // The promotion needs a browser check.
    await canary([100], past)
    await registry.refresh()
    await rollback.evaluate()
    const stopped = await readPointer(store)
    expect(stopped.change?.reason).toMatch(/^the ramp ends at 5 %: C10 It was not tested in a browser\./)
    expect(stopped.modules.rewards?.candidate).toMatchObject({ percent: 5 })
    await saveVerdict(harness.db, { module: 'rewards', version: versionOf(2) }, [], 'team')
    await canary([100], past)
    await registry.refresh()
    await rollback.evaluate()
    expect((await readPointer(store)).modules.rewards).toMatchObject({ stable: versionOf(2), candidate: null })

    await deployBuild(await builtModule(harness.modulesDir, 'rewards', 3), store)
    await updatePointer(store, (pointer) =>
      startCanary(pointer, {
        ...{ by: 'team', module: 'rewards', version: versionOf(3), percent: 5 },
        ramp: { shares: [25], holdMinutes: 15, until: past },
      }),
    )
    await registry.refresh()
    await saveReports(100, 'rewards', 3, 30)
    await rollback.evaluate()
    expect((await readPointer(store)).change).toMatchObject({ action: 'quarantine', from: versionOf(3) })
  })

  it('rolls back each new version that fails, and two modules that were released at once', async () => {
    const release = async (module: string, build: number) => {
      await deployBuild(await builtModule(harness.modulesDir, module, build), store)
      await updatePointer(store, (pointer) => promote(pointer, { by: 'team', module, version: versionOf(build) }))
      await registry.refresh()
      await saveReports(100, module, build, 30)
      await rollback.evaluate()
      return (await readPointer(store)).modules[module]?.stable
    }
    await saveReports(300, 'shell', 1, 0)
    expect(await release('rewards', 2)).toBe(versionOf(1))
    expect(await release('rewards', 3)).toBe(versionOf(1))

    await deployBuild(await builtModule(harness.modulesDir, 'listener', 2), store)
    await updatePointer(store, (pointer) => promote(pointer, { by: 'team', module: 'listener', version: versionOf(2) }))
    await saveReports(100, 'listener', 2, 30)
    expect(await release('rewards', 4)).toBe(versionOf(1))
    expect((await readPointer(store)).modules.listener?.stable).toBe(versionOf(1))
  })

  it('rolls back a version that a person released again at most once an hour, and none in a frozen environment', async () => {
    const tryAgain = () =>
      updatePointer(store, (pointer) =>
        startCanary(pointer, { by: 'team', module: 'rewards', version: versionOf(2), percent: 5 }),
      )
    await tryAgain()
    await updatePointer(store, (pointer) => freeze(pointer, { by: 'admin', reason: 'holidays' }))
    await registry.refresh()
    await saveReports(1900, 'rewards', 1, 2)
    await saveReports(100, 'rewards', 2, 10)
    await rollback.evaluate()
    expect((await readPointer(store)).modules.rewards?.candidate?.version).toBe(versionOf(2))

    await updatePointer(store, (pointer) => freeze(pointer, { by: 'admin', reason: null }))
    await registry.refresh()
    await rollback.evaluate()
    expect((await readPointer(store)).change?.action).toBe('quarantine')
    await tryAgain()
    await registry.refresh()
    await rollback.evaluate()
    expect((await readPointer(store)).modules.rewards?.candidate?.version).toBe(versionOf(2))
  })

  it('rolls back a new stable version', async () => {
    await updatePointer(store, (pointer) => promote(pointer, { by: 'team', module: 'rewards', version: versionOf(2) }))
    await registry.refresh()
    await saveReports(300, 'listener', 1, 0)
    await saveReports(300, 'rewards', 2, 60)

    await rollback.evaluate()

    expect((await readPointer(store)).modules.rewards).toMatchObject({
      stable: versionOf(1),
      lkg: versionOf(1),
    })
  })

  it('stops the ramp of a version that may fail, and notifies the team once', async () => {
    const events = ['rollback'] as const
    await insertWebhook(harness.db, {
      ...{ module: 'rewards', url: 'https://hooks.example/', secret: 'whsec_', events, addedBy: 'team' },
    })
    await updatePointer(store, (pointer) =>
      startCanary(pointer, {
        ...{ by: 'team', module: 'rewards', version: versionOf(2), percent: 5 },
        ramp: { shares: [25], holdMinutes: 15, until: new Date(Date.now() + 60_000).toISOString() },
      }),
    )
    await registry.refresh()
    await saveReports(99, 'rewards', 2, 30)

    await rollback.evaluate()
    await rollback.evaluate()

    const { change, modules } = await readPointer(store)
    expect(change?.reason).toBe('the ramp ends at 5 %: it failed in 30 of 99 sessions')
    expect(modules.rewards?.candidate).toMatchObject({ version: versionOf(2), percent: 5 })
    expect(modules.rewards?.candidate?.ramp).toBeUndefined()
    const queued = await harness.db.many(z.object({ body: z.string() }), sql`select body from module_delivery`)
    expect(queued.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'failing', version: versionOf(2), change: null, link: 'https://griot.example/mfe/rewards' },
    ])
  })

  it('does nothing if other modules fail too', async () => {
    await updatePointer(store, (pointer) => promote(pointer, { by: 'team', module: 'rewards', version: versionOf(2) }))
    await registry.refresh()
    await saveReports(300, 'listener', 1, 60)
    await saveReports(300, 'rewards', 2, 60)

    await rollback.evaluate()

    expect((await readPointer(store)).modules.rewards?.stable).toBe(versionOf(2))
  })

  /** Stores reports of `count` users, of which the first `failing` failed. */
  const saveReports = async (count: number, module: string, build: number, failing: number) => {
    for (let start = 0; start < count; start += 100) {
      await Promise.all(
        Array.from({ length: Math.min(100, count - start) }, (_, index) =>
          saveReport(harness.db, {
            ...{
              module,
              version: versionOf(build),
              visitor: `${build}-${start + index}`,
              addressHash: `${start + index}`,
            },
            ...{
              loaded: true,
              failed: start + index < failing,
              tampered: false,
              stalled: false,
              faulty: false,
              loadMs: 100 + index,
              weight: 1,
            },
          }),
        ),
      )
    }
  }
})
