import type { Db } from '@griot/service-kit/db/db'
import type { Route } from '@griot/service-kit/http/route'
import { overviewPartRoute, ReadListeningCounts } from '@griot/service-kit/overview/overview-part'
import { countListening } from './overview.queries.ts'

export const overviewRoutes = (db: Db): Route[] => [overviewPartRoute(ReadListeningCounts, () => countListening(db))]
