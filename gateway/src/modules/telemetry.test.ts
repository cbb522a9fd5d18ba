import type { TelemetryReport } from '@griot/contracts/module-registry'
import { freeze, promote, startCanary } from '@griot/module-registry/changes'
import { movePointer, readPointer } from '@griot/module-registry/pointer'
import { publishModule } from '@griot/module-registry/publish'
import { openRegistryStore, type RegistryStore } from '@griot/module-registry/registry-store'
import { builtModule, builtShell, versionOf } from '@griot/module-registry/testing/built-module'
import { createLog } from '@griot/service-kit/log'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../testing/harness.ts'
import { openRegistry, type Registry } from './registry.ts'
import { readHealth, saveReport } from './reports.queries.ts'
import { createTelemetry } from './telemetry.ts'
import { createVisitors } from './visitors.ts'

type Event = TelemetryReport['events'][number]

const FAILED: Event = { module: 'rewards', version: versionOf(2), kind: 'load_fail', stage: 'entry' }

describe('what tabs tell about modules', () => {
  let harness: Harness
  let store: RegistryStore
  let registry: Registry
  let telemetry: ReturnType<typeof createTelemetry>
  let causes: string[]

  beforeEach(async () => {
    harness = await startHarness()
    store = openRegistryStore(harness.modulesDir)
    await publishModule({ dist: await builtShell(harness.modulesDir), store })
    for (const name of ['listener', 'rewards']) {
      await publishModule({ dist: await builtModule(harness.modulesDir, name, 1), store })
    }
    await publishModule({ dist: await builtModule(harness.modulesDir, 'rewards', 2), store, env: 'elsewhere' })
    registry = openRegistry(store, 'prod', () => {})
    await registry.opened
    causes = []
    telemetry = createTelemetry({
      ...{ db: harness.db, log: createLog('gateway', 'silent'), store, env: 'prod', registry },
      visitors: createVisitors('x'),
      findSession: async () => null,
      count: async () => {},
      onTakenBack: ({ cause }) => causes.push(cause),
    })
  })
  afterEach(async () => {
    telemetry.close()
    registry.close()
    await harness.close()
  })

  it('counts a person once, however often they speak', async () => {
    const visitor = harness.browser()
    await visitor.signIn()
    const events = Array.from({ length: 50 }, () => FAILED)

    for (let round = 0; round < 20; round += 1) {
      await Promise.all(Array.from({ length: 10 }, () => tell(visitor, events)))
    }

    expect(await readHealth(harness.db)).toMatchObject([
      { module: 'rewards', version: versionOf(2), sessions: 1, failedSessions: 1 },
    ])
  })

  it('has no ear for those who are nobody, for versions that do not exist, and for noise', async () => {
    const visitor = harness.browser()
    await tell(visitor, [FAILED])
    await visitor.signIn()
    await tell(visitor, [{ ...FAILED, version: versionOf(9) }])
    const noise = await visitor.ask('/mfe/v1/telemetry', { method: 'POST', body: '{"events":[{"kind":"boom"}]}' })
    const flood = await visitor.ask('/mfe/v1/telemetry', { method: 'POST', body: 'x'.repeat(9000) })

    expect([noise.status, flood.status]).toEqual([204, 413])
    expect(await readHealth(harness.db)).toEqual([])
  })

  it('shows for how many the API failed, which is no failure of the version', async () => {
    const visitor = harness.browser()
    await visitor.signIn()
    await tell(visitor, [{ ...FAILED, kind: 'api5xx', stage: undefined }])

    expect(await readHealth(harness.db)).toMatchObject([{ sessions: 1, failedSessions: 0, faultySessions: 1 }])
  })

  it('counts as a failure that a version came and showed nothing, and tells how often', async () => {
    const visitor = harness.browser()
    await visitor.signIn()
    await tell(visitor, [
      { ...FAILED, kind: 'load_ok', stage: undefined },
      { ...FAILED, kind: 'stall', stage: 'stall' },
    ])

    expect(await readHealth(harness.db)).toMatchObject([{ sessions: 1, failedSessions: 1, stalledSessions: 1 }])
  })

  it('understands what it can of a tab that is newer than the gateway', async () => {
    const visitor = harness.browser()
    await visitor.signIn()
    const events = [{ ...FAILED, kind: 'sings' }, FAILED, { ...FAILED, loudness: 3 }]
    await visitor.ask('/mfe/v1/telemetry', { method: 'POST', body: JSON.stringify({ events }) })

    expect(await readHealth(harness.db)).toMatchObject([{ module: 'rewards', failedSessions: 1 }])
  })

  it('takes a candidate back that fails for a tenth of its people, once', async () => {
    await movePointer(store, 'prod', (pointer) =>
      startCanary(pointer, { by: 'team', module: 'rewards', version: versionOf(2), percent: 5 }),
    )
    await registry.refresh()
    await people(1900, 'rewards', 1, 2)
    await people(2000, 'listener', 1, 3)
    await people(100, 'rewards', 2, 10)

    await Promise.all([telemetry.judge(), telemetry.judge()])

    const { change, modules, rev } = await readPointer(store, 'prod')
    expect(change).toMatchObject({
      by: 'the registry itself',
      action: 'quarantine',
      from: versionOf(2),
      to: versionOf(1),
      reason: 'it failed in 10 of 100 sessions',
    })
    expect(modules.rewards).toMatchObject({ stable: versionOf(1), candidate: null, quarantined: [versionOf(2)] })
    await telemetry.judge()
    expect((await readPointer(store, 'prod')).rev).toBe(rev)
    expect(causes).toEqual(['failed'])
  })

  it('takes nothing of a module back twice within an hour, nor anything while an admin has frozen it', async () => {
    const tryAgain = () =>
      movePointer(store, 'prod', (pointer) =>
        startCanary(pointer, { by: 'team', module: 'rewards', version: versionOf(2), percent: 5 }),
      )
    await tryAgain()
    await movePointer(store, 'prod', (pointer) => freeze(pointer, { by: 'admin', reason: 'a holiday' }))
    await registry.refresh()
    await people(1900, 'rewards', 1, 2)
    await people(100, 'rewards', 2, 10)
    await telemetry.judge()
    expect((await readPointer(store, 'prod')).modules.rewards?.candidate?.version).toBe(versionOf(2))

    await movePointer(store, 'prod', (pointer) => freeze(pointer, { by: 'admin', reason: null }))
    await registry.refresh()
    await telemetry.judge()
    expect((await readPointer(store, 'prod')).change?.action).toBe('quarantine')
    await tryAgain()
    await registry.refresh()
    await telemetry.judge()
    expect((await readPointer(store, 'prod')).modules.rewards?.candidate?.version).toBe(versionOf(2))
  })

  it('takes a version back at once whose files arrived changed for three people', async () => {
    await movePointer(store, 'prod', (pointer) =>
      startCanary(pointer, { by: 'team', module: 'rewards', version: versionOf(2), percent: 5 }),
    )
    await registry.refresh()
    for (const person of ['ama', 'bisi', 'kofi']) {
      expect((await readPointer(store, 'prod')).modules.rewards?.candidate).not.toBeNull()
      const visitor = harness.browser()
      await visitor.signIn({ email: `${person}@example.org` })
      await tell(visitor, [{ ...FAILED, kind: 'integrity_fail', stage: 'integrity' }])
      await telemetry.judge()
    }

    expect((await readPointer(store, 'prod')).change).toMatchObject({
      action: 'quarantine',
      reason: 'files of it arrived changed in 3 sessions',
    })
    expect(causes).toEqual(['changed'])
  })

  it('takes a new version back that everyone got', async () => {
    await movePointer(store, 'prod', (pointer) =>
      promote(pointer, { by: 'team', module: 'rewards', version: versionOf(2) }),
    )
    await registry.refresh()
    await people(300, 'listener', 1, 0)
    await people(300, 'rewards', 2, 60)

    await telemetry.judge()

    expect((await readPointer(store, 'prod')).modules.rewards).toMatchObject({
      stable: versionOf(1),
      lkg: versionOf(1),
    })
  })

  it('does nothing when everything fails alike: that is the network, or we', async () => {
    await movePointer(store, 'prod', (pointer) =>
      promote(pointer, { by: 'team', module: 'rewards', version: versionOf(2) }),
    )
    await registry.refresh()
    await people(300, 'listener', 1, 60)
    await people(300, 'rewards', 2, 60)

    await telemetry.judge()

    expect((await readPointer(store, 'prod')).modules.rewards?.stable).toBe(versionOf(2))
  })

  const tell = (visitor: ReturnType<Harness['browser']>, events: Event[]) =>
    visitor.ask('/mfe/v1/telemetry', { method: 'POST', body: JSON.stringify({ events }) })

  /** So many people saw a version, and it failed for the first of them. */
  const people = async (count: number, module: string, build: number, failing: number) => {
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
