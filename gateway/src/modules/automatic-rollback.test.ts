import { writeFile } from 'node:fs/promises'
import type { Assignment } from '@griot/contracts/module-assignment'
import type { TelemetryReport } from '@griot/contracts/module-registry'
import { blobKey } from '@griot/module-registry/blobs'
import { startCanary } from '@griot/module-registry/candidates'
import { freeze, promote } from '@griot/module-registry/changes'
import { readPointer, updatePointer } from '@griot/module-registry/pointer'
import { deployBuild, publishModule } from '@griot/module-registry/publish'
import { openRegistryStore, type RegistryStore } from '@griot/module-registry/registry-store'
import { builtModule, builtShell, versionOf } from '@griot/module-registry/testing/built-module'
import { sql } from '@griot/service-kit/db/db'
import { createLog } from '@griot/service-kit/log/log'
import { createMetrics, type Metrics } from '@griot/service-kit/metrics/metrics'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { type Harness, startHarness } from '../testing/harness.ts'
import { startAutomaticRollback } from './automatic-rollback.ts'
import { saveVerdict } from './browser-verdicts.queries.ts'
import { openRegistry, type Registry } from './registry.ts'
import { readHealth, saveReport } from './reports.queries.ts'

type Event = TelemetryReport['events'][number]

const FAILED: Event = { module: 'rewards', version: versionOf(2), kind: 'load_fail', stage: 'entry' }
const TAMPERED: Event = { ...FAILED, kind: 'integrity_fail', stage: 'integrity' }

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
    const second = startAutomaticRollback({
      ...{ db: harness.db, log: createLog('gateway', 'silent'), store, registry: other },
      metrics: createMetrics('gateway'),
    })
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

  it.each(['plain', 'compressed'])('rolls back a version with a changed %s file after three sessions', async (copy) => {
    await showCandidate()
    const changed = await registry.document('rewards', versionOf(2))
    const key = blobKey(changed?.files['remoteEntry.js']?.sri ?? '', copy === 'plain' ? undefined : 'br')
    await writeFile((await store.file(key)) ?? '', 'changed')
    for (const name of ['ama', 'bisi', 'kofi']) {
      expect((await readPointer(store)).modules.rewards?.candidate).not.toBeNull()
      await report(await servedUser(name), [TAMPERED])
      await rollback.evaluate()
    }

    expect((await readPointer(store)).change).toMatchObject({
      action: 'quarantine',
      reason: 'its files arrived changed in 3 sessions',
    })
    expect(await rollbackCounts()).toEqual({ failed: 0, changed: 1 })
  })

  it('ignores reports of changed files while the stored files are intact', async () => {
    await showCandidate()
    for (const name of ['ama', 'bisi', 'kofi', 'efua']) await report(await servedUser(name), [TAMPERED])

    await rollback.evaluate()

    expect(await readHealth(harness.db)).toMatchObject([{ sessions: 4, tamperedSessions: 4 }])
    expect((await readPointer(store)).modules.rewards?.candidate?.version).toBe(versionOf(2))
  })

  it('rolls back for twenty established users, but not for twenty new accounts', async () => {
    await showCandidate()
    const users: Browser[] = []
    for (let count = 0; count < 20; count++) users.push(await servedUser(`user${count}`))
    for (const user of users) await report(user, [FAILED])
    await rollback.evaluate()
    expect(await readHealth(harness.db)).toMatchObject([
      { sessions: 20, failedSessions: 20, weight: expect.closeTo(2) },
    ])
    expect((await readPointer(store)).modules.rewards?.candidate?.version).toBe(versionOf(2))

    await harness.db.run(sql`update user_account set created_at = created_at - interval '8 days'`)
    // The gateway caches sessions for less than a second.
    await expect
      .poll(async () => {
        for (const user of users) await report(user, [FAILED])
        return (await readHealth(harness.db))[0]?.weight
      })
      .toBe(20)
    await rollback.evaluate()

    expect((await readPointer(store)).change?.reason).toBe('it failed in 20 of 20 sessions')
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

  /** All users get the candidate. */
  const showCandidate = async () => {
    await updatePointer(store, (pointer) =>
      startCanary(pointer, { by: 'team', module: 'rewards', version: versionOf(2), percent: 100 }),
    )
    await registry.refresh()
  }

  /** A signed-in user to whom the gateway has served the candidate. */
  const servedUser = async (name: string) => {
    const user = harness.browser()
    await user.signIn({ email: `${name}@example.org` })
    await user.request('/', { headers: { accept: 'text/html' } })
    const assigned = async () => JSON.parse((await user.request('/mfe/v1/assignment')).text) as Assignment
    await expect.poll(async () => (await assigned()).modules.rewards?.version).toBe(versionOf(2))
    return user
  }

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
              weight: 1,
            },
          }),
        ),
      )
    }
  }
})
