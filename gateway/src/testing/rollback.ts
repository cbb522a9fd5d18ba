import { deployBuild, publishModule } from '@griot/module-registry/publish'
import { openRegistryStore } from '@griot/module-registry/registry-store'
import { builtModule, builtShell } from '@griot/module-registry/testing/built-module'
import { createLog } from '@griot/service-kit/log/log'
import { createMetrics } from '@griot/service-kit/metrics/metrics'
import { startAutomaticRollback } from '../modules/automatic-rollback.ts'
import { openRegistry, type Registry } from '../modules/registry.ts'
import { startHarness } from './harness.ts'

/** A gateway with a shell, listener 1 and rewards 1 published and rewards 2 deployed. The test calls `evaluate`. */
export const startRollback = async () => {
  const harness = await startHarness({ TRUSTED_PROXIES: '1' })
  const store = openRegistryStore(harness.modulesDir)
  await publishModule({ dist: await builtShell(harness.modulesDir), store })
  for (const name of ['listener', 'rewards']) {
    await publishModule({ dist: await builtModule(harness.modulesDir, name, 1), store })
  }
  await deployBuild(await builtModule(harness.modulesDir, 'rewards', 2), store)
  const registry = openRegistry(store, () => {})
  await registry.opened
  const metrics = createMetrics('gateway')
  const options = { db: harness.db, log: createLog('gateway', 'silent'), store, origin: 'https://griot.example' }
  const rollback = startAutomaticRollback({ ...options, registry, metrics })

  return {
    ...{ harness, store, registry, rollback },
    /** Another instance. */
    startSecond: (other: Registry) =>
      startAutomaticRollback({ ...options, registry: other, metrics: createMetrics('gateway') }),
    /** The number of automatic rollbacks by cause. */
    async rollbackCounts() {
      const counts = (await metrics.scrape()).matchAll(/rolled_back_total\{.*cause="(\w+)".*\} (\d+)/g)
      return Object.fromEntries([...counts].map(([, cause, count]) => [cause, Number(count)]))
    },
    async close() {
      rollback.close()
      registry.close()
      await harness.close()
    },
  }
}
export type RollbackParts = Awaited<ReturnType<typeof startRollback>>
