import type { Metrics } from '@griot/service-kit/metrics/metrics'
import { Counter } from '@griot/service-kit/metrics/prom-client'
import type { Verdict } from './judge.ts'

/** Counts what is taken back by itself: somebody has to look at the one, and be woken for the other. */
export const countTakenBack = ({ registry }: Metrics) => {
  const taken = new Counter({
    name: 'griot_module_versions_taken_back_total',
    help: 'Versions of modules that the registry took back by itself',
    labelNames: ['cause'],
    registers: [registry],
  })
  // What was never there before its first time cannot be seen to grow.
  for (const cause of ['failed', 'changed'] as const) taken.inc({ cause }, 0)
  return ({ cause }: Verdict) => taken.inc({ cause })
}
