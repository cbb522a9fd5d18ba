import type { TelemetryReport } from '@griot/contracts/module-registry'
import { freeze, promote, startCanary } from '@griot/module-registry/changes'
import { readPointer, updatePointer } from '@griot/module-registry/pointer'
import { deployBuild, publishModule } from '@griot/module-registry/publish'
import { openRegistryStore, type RegistryStore } from '@griot/module-registry/registry-store'
import { builtModule, builtShell, versionOf } from '@griot/module-registry/testing/built-module'
import { createLog } from '@griot/service-kit/log/log'
import { createMetrics, type Metrics } from '@griot/service-kit/metrics/metrics'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../testing/harness.ts'
import { startAutomaticRollback } from './automatic-rollback.ts'
import { openRegistry, type Registry } from './registry.ts'
import { saveReport } from './reports.queries.ts'

type Event = TelemetryReport['events'][number]

const FAILED: Event = { module: 'rewards', version: versionOf(2), kind: 'load_fail', stage: 'entry' }

describe('the automatic rollback', () => {
  let harness: Harness
  let store: RegistryStore
  let registry: Registry
  let rollback: ReturnType<typeof startAutomaticRollback>
  let metrics: Metrics

  beforeEach(async () => {
    harness = await startHarness()
    store = openRegistryStore(harness.modulesDir)
    await publishModule({ dist: await builtShell(harness.modulesDir), store })
    for (const name of ['listener', 'rewards']) {
      await publishModule({ dist: await builtModule(harness.modulesDir, name, 1), store })
    }
    await deployBuild(await builtModule(harness.modulesDir, 'rewards', 2), store)
    registry = openRegistry(store, () => {})
    await registry.opened
    metrics = createMetrics('gateway')
    rollback = startAutomaticRollback({
      ...{ db: harness.db, log: createLog('gateway', 'silent'), store, registry },
      metrics,
    })
  })
  afterEach(async () => {
    rollback.close()
    registry.close()
    await harness.close()
  })

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
    expect(await rollbackCounts()).toEqual({ failed: 1, changed: 0 })
  })

  it('rolls back a module at most once an hour, and never in a frozen environment', async () => {
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

  it('rolls back a version after three sessions with tampered files', async () => {
    await updatePointer(store, (pointer) =>
      startCanary(pointer, { by: 'team', module: 'rewards', version: versionOf(2), percent: 5 }),
    )
    await registry.refresh()
    for (const name of ['ama', 'bisi', 'kofi']) {
      expect((await readPointer(store)).modules.rewards?.candidate).not.toBeNull()
      const visitor = harness.browser()
      await visitor.signIn({ email: `${name}@example.org` })
      await report(visitor, [{ ...FAILED, kind: 'integrity_fail', stage: 'integrity' }])
      await rollback.evaluate()
    }

    expect((await readPointer(store)).change).toMatchObject({
      action: 'quarantine',
      reason: 'its files arrived changed in 3 sessions',
    })
    expect(await rollbackCounts()).toEqual({ failed: 0, changed: 1 })
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

  it('does nothing if other modules fail too', async () => {
    await updatePointer(store, (pointer) => promote(pointer, { by: 'team', module: 'rewards', version: versionOf(2) }))
    await registry.refresh()
    await saveReports(300, 'listener', 1, 60)
    await saveReports(300, 'rewards', 2, 60)

    await rollback.evaluate()

    expect((await readPointer(store)).modules.rewards?.stable).toBe(versionOf(2))
  })

  const report = (visitor: ReturnType<Harness['browser']>, events: Event[]) =>
    visitor.request('/mfe/v1/telemetry', { method: 'POST', body: JSON.stringify({ events }) })

  const rollbackCounts = async () => {
    const counts = (await metrics.scrape()).matchAll(/rolled_back_total\{.*cause="(\w+)".*\} (\d+)/g)
    return Object.fromEntries([...counts].map(([, cause, count]) => [cause, Number(count)]))
  }

  /** Stores reports of `count` users, of which the first `failing` failed. */
  const saveReports = async (count: number, module: string, build: number, failing: number) => {
    for (let start = 0; start < count; start += 100) {
      await Promise.all(
        Array.from({ length: Math.min(100, count - start) }, (_, index) =>
          saveReport(harness.db, {
            ...{ module, version: versionOf(build), visitor: `${build}-${start + index}` },
            ...{
              loaded: true,
              failed: start + index < failing,
              tampered: false,
              stalled: false,
              faulty: false,
              loadMs: 100 + index,
            },
          }),
        ),
      )
    }
  }
})
