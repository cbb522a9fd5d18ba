import { openRegistryStore } from '@griot/module-registry/registry-store'
import { openStore } from '@griot/service-kit/objects/open-store'
import { audioOrigin } from '../config.ts'
import type { Context } from '../http/context.ts'
import { readCookie } from '../http/cookies.ts'
import { clientAddress } from '../limits/rate-limits.ts'
import { createStreamLimit } from '../limits/stream-limit.ts'
import type { Shared } from '../shared.ts'
import { createAdminPage } from './admin-page.ts'
import { notShown } from './assign-versions.ts'
import { createAuthenticator } from './authenticate-caller.ts'
import { startAutomaticRollback } from './automatic-rollback.ts'
import { deleteOldVerdicts } from './browser-verdicts.queries.ts'
import { createCspReports } from './csp-reports.ts'
import { deleteOldDrafts, readDraft, readPreview } from './drafts.queries.ts'
import { deleteOldErrors } from './errors.queries.ts'
import { createIsContentMissing } from './missing-content.ts'
import { moduleRoutes } from './module-routes.ts'
import { collectUnused } from './operations.ts'
import { createReadHeadTags } from './read-head-tags.ts'
import { createRegistryApi } from './registry-api.ts'
import { createRejectBlocked } from './reject-blocked.ts'
import { deleteOldReports } from './reports.queries.ts'
import { createTelemetry } from './telemetry.ts'
import { deleteExpiredTokens } from './tokens.queries.ts'
import { deleteOldComparisons } from './type-comparisons.queries.ts'
import { deleteOldDeliveries } from './webhooks.queries.ts'
import { startWebhooks } from './webhooks.ts'

// Only visible tabs keep one.
const EVENT_STREAMS_PER_USER = 6
// Visitors, and all users while the database is unavailable. Many may share the address of an office.
const EVENT_STREAMS_PER_ADDRESS = 64

const COLLECT_EVERY_MS = 12 * 60 * 60_000

const hasSession = (context: Context) => readCookie(context, 'griot_session') !== undefined

/** The module platform of the gateway: module files and pages, the registry API, and telemetry. */
export const openModules = (shared: Shared) => {
  const { config, db, log, cookies } = shared
  const store = openRegistryStore(config.MODULES_DIR, config.S3_ENDPOINT === undefined ? undefined : openStore(config))
  const authenticator = createAuthenticator(shared)
  const routes = moduleRoutes({
    ...{ store, cookies, productName: config.PRODUCT_NAME },
    ...{ audioOrigin: audioOrigin(config), liveReload: config.LIVE_RELOAD },
    limitEvents: createLimitEvents(shared),
    hasSession,
    readDraft: (module, draft) => readDraft(db, { module, draft }),
    readPreview: (preview) => readPreview(db, preview),
    isContentMissing: createIsContentMissing(shared),
    readHeadTags: createReadHeadTags(shared, hasSession),
    mayReadSources: authenticator.isAuthenticated,
    onProblem: (error, what) => log.warn({ err: error }, what),
  })
  const { registry } = routes
  registry.onChange((snapshot) => {
    for (const hidden of notShown(snapshot)) log.warn(hidden, 'current shell cannot run a module version')
  })
  const platform = { ...shared, store, registry }
  const origin = config.PUBLIC_ORIGIN
  const rollback = startAutomaticRollback({ ...platform, origin })
  const webhooks = startWebhooks({ ...platform, origin })

  let collectedAt = Date.now()
  const collectIfDue = async () => {
    if (Date.now() - collectedAt < COLLECT_EVERY_MS) return
    collectedAt = Date.now()
    const { marked, removed } = await collectUnused(platform, { isDry: false })
    if (marked.length + removed.length > 0) log.info({ marked, removed }, 'old module versions removed')
  }

  return {
    middleware: [
      createTelemetry(platform),
      createCspReports(shared),
      createRegistryApi(platform, authenticator.authenticate),
      createAdminPage(shared),
      routes.middleware,
    ],
    rejectBlocked: createRejectBlocked(registry),
    modulesReady: routes.modulesReady,
    sweep: () =>
      Promise.all([
        deleteOldReports(db),
        deleteOldErrors(db),
        deleteOldDeliveries(db),
        deleteExpiredTokens(db),
        deleteOldDrafts(db),
        deleteOldComparisons(db),
        deleteOldVerdicts(db),
        store.sweep(),
        collectIfDue(),
      ]),
    drain: () => {
      rollback.close()
      webhooks.close()
      routes.close()
    },
  }
}

const createLimitEvents = ({ config, findSession, log }: Shared) => {
  const limit = createStreamLimit()
  return async (context: Context) => {
    const session = await findSession(context).catch((error: unknown) => {
      log.warn({ err: error, requestId: context.state.requestId }, 'session of an event stream not found')
      return null
    })
    if (session !== null) limit(`user ${session.user.id}`, EVENT_STREAMS_PER_USER, context.res)
    else limit(`address ${clientAddress(context, config.TRUSTED_PROXIES)}`, EVENT_STREAMS_PER_ADDRESS, context.res)
  }
}
