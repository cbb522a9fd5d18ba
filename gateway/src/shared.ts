import { serviceUrls } from '@griot/contracts/services'
import type { Db } from '@griot/service-kit/db/db'
import { createPoster, type PostPublic } from '@griot/service-kit/fetch/post-public'
import type { Log } from '@griot/service-kit/log/log'
import { createSendMail } from '@griot/service-kit/mail/send-mail'
import { createMetrics, type Metrics } from '@griot/service-kit/metrics/metrics'
import { openUpstreams } from './api/upstreams.ts'
import { createIdentityTokens } from './auth/identity-tokens.ts'
import { createSessions } from './auth/sessions.ts'
import { type GatewayConfig, hasRateLimits } from './config.ts'
import { createOriginOf } from './http/origin.ts'
import { createRateLimits, noRateLimits } from './limits/rate-limits.ts'
import { createRequestMetrics } from './metrics/request-metrics.ts'
import { createVisitorCookies } from './modules/visitor-cookies.ts'
import { createSendPage } from './pages/page.ts'

export interface GatewayOptions {
  config: GatewayConfig
  db: Db
  log: Log
  metrics?: Metrics
  /** Sends messages to addresses that teams give. */
  post?: PostPublic
}

/** Opens the parts that several features of the gateway use. */
export const openShared = async ({
  config,
  db,
  log,
  metrics = createMetrics('gateway'),
  post = createPoster(),
}: GatewayOptions) => {
  const sessions = createSessions(db, log, config)
  const limits = hasRateLimits(config) ? await createRateLimits(config, log) : noRateLimits
  return {
    ...{ config, db, log, metrics, post, sessions, limits },
    sendMail: createSendMail(config),
    findSession: sessions.find,
    count: limits.count,
    uncount: limits.uncount,
    originOf: createOriginOf(config.PUBLIC_ORIGIN),
    upstreams: openUpstreams(serviceUrls(config), log),
    tokenFor: await createIdentityTokens(config.IDENTITY_PRIVATE_KEY),
    cookies: createVisitorCookies(config.GRANT_SECRET),
    requestMetrics: createRequestMetrics(metrics),
    sendPage: createSendPage(config.PRODUCT_NAME),
  }
}
export type Shared = Awaited<ReturnType<typeof openShared>>
