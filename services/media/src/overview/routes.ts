import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '@griot/service-kit/db/db'
import type { Route } from '@griot/service-kit/http/route'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { overviewPartRoute, ReadStoredFiles } from '@griot/service-kit/overview/overview-part'
import { reuseResult } from '@griot/service-kit/reuse-result'
import type { UploadLimits } from '../config.ts'
import { sumFiles } from './overview.queries.ts'

// The sum reads the rows of all files.
const SUMS_REUSED_MS = 60_000

interface OverviewParts {
  db: Db
  store: ObjectStore
  limits: UploadLimits
}

export const overviewRoutes = ({ db, store, limits }: OverviewParts): Route[] => {
  const lastSums = reuseResult(SUMS_REUSED_MS, () => sumFiles(db))
  return [
    overviewPartRoute(ReadStoredFiles, async () => {
      const [sums, freeBytes, isStoreReady] = await Promise.all([
        lastSums(),
        inTime(store.freeBytes()).catch(() => null),
        inTime(store.ready()).then(
          () => true,
          () => false,
        ),
      ])
      const { freeDiskBytes, quotaBytes, quotaFiles } = limits
      return { ...sums, freeBytes, leastFreeBytes: freeDiskBytes, quotaBytes, quotaFiles, isStoreReady }
    }),
  ]
}

// Below the timeout of the gateway, so that an unavailable store does not hide the other figures.
const TIMEOUT_MS = 1_000

const inTime = <Value>(value: Promise<Value>) =>
  Promise.race([
    value,
    delay(TIMEOUT_MS, undefined, { ref: false }).then(() => {
      throw new Error('the object store has not answered in time')
    }),
  ])
