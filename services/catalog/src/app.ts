import { auditPartRoutes } from '@griot/service-kit/audit/list-audit'
import { sql } from '@griot/service-kit/db/db'
import { createApp as createServiceApp, type AppOptions as ServiceOptions } from '@griot/service-kit/http/app'
import { onceReady } from '@griot/service-kit/objects/once-ready'
import { accountRoutes } from './account/routes.ts'
import type { Catalog } from './catalog.ts'
import { chapterRoutes } from './chapters/routes.ts'
import { coverRoutes } from './covers/routes.ts'
import { creatorRoutes } from './creators/routes.ts'
import { distributionRoutes } from './distribution/routes.ts'
import { embedRoutes } from './embed/routes.ts'
import { episodeRoutes } from './episodes/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { hostVisibilityRoute } from './moderation/host-visibility.ts'
import { moderationRoutes } from './moderation/routes.ts'
import { noticeRoutes } from './notices/routes.ts'
import { oembedRoutes } from './oembed/routes.ts'
import { pageRoutes } from './pages/routes.ts'
import { podcastRoutes } from './podcasts/routes.ts'
import { previewRoutes } from './previews/routes.ts'
import { privateFeedRoutes } from './private-feeds/routes.ts'
import { chaptersFileRoutes } from './public/chapters/routes.ts'
import { publicCoverRoutes } from './public/covers/routes.ts'
import { feedRoutes } from './public/feed/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { sitemapRoutes } from './sitemap/routes.ts'

export interface AppOptions extends Catalog, Pick<ServiceOptions, 'verify' | 'log' | 'metrics'> {
  /** Called after each write. */
  onChange: () => void
}

export const createApp = ({ onChange, verify, log, metrics, ...catalog }: AppOptions) => {
  const storeReady = onceReady(catalog.store)
  return createServiceApp({
    routes: [
      ...podcastRoutes(catalog),
      ...memberRoutes(catalog),
      ...coverRoutes(catalog),
      ...episodeRoutes(catalog),
      ...chapterRoutes(catalog),
      ...previewRoutes(catalog),
      ...privateFeedRoutes(catalog),
      ...distributionRoutes(catalog),
      ...creatorRoutes(catalog),
      ...searchRoutes(catalog),
      ...moderationRoutes(catalog),
      hostVisibilityRoute(catalog.db),
      ...reportRoutes(catalog),
      ...noticeRoutes(catalog),
      ...accountRoutes(catalog),
      ...pageRoutes(catalog),
      ...embedRoutes(catalog),
      ...oembedRoutes(catalog),
      ...sitemapRoutes(catalog),
      ...feedRoutes(catalog),
      ...publicCoverRoutes(catalog),
      ...chaptersFileRoutes(catalog),
      ...auditPartRoutes(catalog.db),
    ],
    verify,
    log,
    ...(metrics && { metrics }),
    outbox: { kick: onChange },
    ready: async () => {
      await catalog.db.run(sql`select 1`)
      await storeReady()
    },
  })
}
