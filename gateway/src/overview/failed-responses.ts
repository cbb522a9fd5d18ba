import { repeatWork } from '@griot/service-kit/repeat-work'
import type { Shared } from '../shared.ts'
import { addFailedResponses, deleteOldResponseErrors } from './overview.queries.ts'

const STORE_EVERY_MS = 60_000
const COUNT = 'griot_http_request_seconds_count'

/** Stores once a minute how many responses had a status of 500 or more. The metrics count them. */
export const createFailedResponses = ({ db, log, metrics }: Pick<Shared, 'db' | 'log' | 'metrics'>) => {
  let stored = 0

  const countFailed = async () => {
    const { values } = await metrics.requests.get()
    return values
      .filter(({ metricName, labels }) => metricName === COUNT && Number(labels.status) >= 500)
      .reduce((sum, { value }) => sum + value, 0)
  }

  const store = async () => {
    const counted = await countFailed()
    if (counted === stored) return
    await addFailedResponses(db, counted - stored)
    stored = counted
  }
  const storing = repeatWork({ what: 'storing failed responses', pauseMs: STORE_EVERY_MS, log }, store)

  return {
    /** Stores the new ones. Called every minute. */
    store,
    sweep: () => deleteOldResponseErrors(db),
    async close() {
      await storing.close()
      await store().catch((error: unknown) => log.warn({ err: error }, 'failed responses not stored'))
    },
  }
}
