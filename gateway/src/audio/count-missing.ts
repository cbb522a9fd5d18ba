import type { Metrics } from '@griot/service-kit/metrics/metrics'
import { Counter } from '@griot/service-kit/metrics/prom-client'

/** Counts those who were to hear a recording that the store does not have. */
export const countMissing = ({ registry }: Metrics) => {
  const missing = new Counter({
    name: 'griot_recordings_missing_total',
    help: 'Requests for recordings that are not where they should be',
    registers: [registry],
  })
  return () => missing.inc()
}
