import { createApp as createKoa } from '@griot/service-kit/app'
import { sql } from '@griot/service-kit/db'
import type { VerifyIdentity } from '@griot/service-kit/identity'
import type { Log } from '@griot/service-kit/log'
import type { Metrics } from '@griot/service-kit/metrics/metrics'
import type { Catalog } from './catalog.ts'
import { coverRoutes } from './covers/routes.ts'
import { creatorRoutes } from './creators/routes.ts'
import { episodeRoutes } from './episodes/routes.ts'
import { podcastRoutes } from './podcasts/routes.ts'

export interface AppOptions extends Catalog {
  verify: VerifyIdentity
  log: Log
  metrics?: Metrics
}

export const createApp = ({ verify, log, metrics, ...catalog }: AppOptions) =>
  createKoa({
    routes: [...podcastRoutes(catalog), ...coverRoutes(catalog), ...episodeRoutes(catalog), ...creatorRoutes(catalog)],
    verify,
    log,
    ...(metrics && { metrics }),
    keepOrigins: true,
    ready: async () => {
      await catalog.db.run(sql`select 1`)
      await catalog.store.ready()
    },
  })
