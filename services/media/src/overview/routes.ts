import type { Db } from '@griot/service-kit/db/db'
import type { Route } from '@griot/service-kit/http/route'
import { inTime } from '@griot/service-kit/in-time'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { overviewPartRoute, ReadStoredFiles } from '@griot/service-kit/overview/overview-part'
import { reuseResult } from '@griot/service-kit/reuse-result'
import type { UploadLimits } from '../config.ts'
import { sumFiles } from './overview.queries.ts'

// Below the timeout of the gateway, so that an unavailable store does not hide the other figures.
const STORE_TIMEOUT_MS = 1_000

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
        ofStore(store.freeBytes()).catch(() => null),
        ofStore(store.ready()).then(
          () => true,
          () => false,
        ),
      ])
      const { freeDiskBytes, quotaBytes, quotaFiles } = limits
      return { ...sums, freeBytes, leastFreeBytes: freeDiskBytes, quotaBytes, quotaFiles, isStoreReady }
    }),
  ]
}

const ofStore = <Value>(value: Promise<Value>) => inTime(value, STORE_TIMEOUT_MS, 'the object store')
