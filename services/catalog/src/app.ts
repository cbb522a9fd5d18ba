import { accountPartRoutes } from '@griot/service-kit/account-part'
import { createApp as createServiceApp } from '@griot/service-kit/app'
import { type Queryable, sql } from '@griot/service-kit/db'
import type { VerifyIdentity } from '@griot/service-kit/identity'
import type { Log } from '@griot/service-kit/log'
import type { Metrics } from '@griot/service-kit/metrics/metrics'
import { onceReady } from '@griot/service-kit/objects/once-ready'
import { accountPart } from './account/account.ts'
import type { Catalog } from './catalog.ts'
import { coverRoutes } from './covers/routes.ts'
import { creatorRoutes } from './creators/routes.ts'
import { episodeRoutes } from './episodes/routes.ts'
import { podcastRoutes } from './podcasts/routes.ts'

export interface AppOptions extends Omit<Catalog, 'reads'> {
  /** Without it everything is read from the database itself. */
  reads?: Queryable
  verify: VerifyIdentity
  log: Log
  metrics?: Metrics
}

export const createApp = ({ verify, log, metrics, ...parts }: AppOptions) => {
  const catalog: Catalog = { reads: parts.db, ...parts }
  const storeReady = onceReady(catalog.store)
  return createServiceApp({
    routes: [
      ...podcastRoutes(catalog),
      ...coverRoutes(catalog),
      ...episodeRoutes(catalog),
      ...creatorRoutes(catalog),
      ...accountPartRoutes(accountPart(catalog)),
    ],
    verify,
    log,
    ...(metrics && { metrics }),
    keepOrigins: true,
    ready: async () => {
      await catalog.db.run(sql`select 1`)
      await storeReady()
    },
  })
}
