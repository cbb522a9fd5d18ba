import type { Metrics } from '@griot/service-kit/metrics/metrics'
import { Counter } from '@griot/service-kit/metrics/prom-client'

const FOUND = ['lost', 'damaged'] as const
export type Broken = (typeof FOUND)[number]

/** Counts recordings that were found broken: their owner hears of each, and whoever runs this of there being any. */
export const countBroken = ({ registry }: Metrics) => {
  const broken = new Counter({
    name: 'griot_recordings_broken_total',
    help: 'Recordings that were found to be lost or damaged',
    labelNames: ['found'],
    registers: [registry],
  })
  // Said from the beginning: nobody sees a number grow that was not there before.
  for (const found of FOUND) broken.inc({ found }, 0)
  return (found: Broken) => broken.inc({ found })
}
