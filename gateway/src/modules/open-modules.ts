import type { RegistryStore } from '@griot/module-registry/registry-store'
import type { Db } from '@griot/service-kit/db'
import type { Log } from '@griot/service-kit/log'
import type { Metrics } from '@griot/service-kit/metrics/metrics'
import type { Session } from '../auth/sessions.ts'
import type { Context, Middleware } from '../http/context.ts'
import type { CountRequest } from '../limits.ts'
import { notShown } from './assignment.ts'
import { createChange } from './change.ts'
import { countTakenBack } from './count-taken-back.ts'
import { deleteOldDrafts, listDrafts, readDraft, readPreview } from './drafts.queries.ts'
import { createGround } from './ground.ts'
import { moduleRoutes } from './module-routes.ts'
import { createOperations } from './operations.ts'
import { createPast } from './past.ts'
import { createPolicyReports } from './policy-reports.ts'
import { createRegistryApi } from './registry-api.ts'
import { createSights } from './sights.ts'
import { createStatusPage } from './status/status-page.ts'
import { createAskers } from './team.ts'
import { createTelemetry } from './telemetry.ts'
import { deleteDeadTokens } from './tokens.queries.ts'
import { createRefuseTooOld } from './too-old.ts'
import { deleteOldComparisons, readComparisons } from './types-compared.queries.ts'
import type { Visitors } from './visitors.ts'

interface Options {
  db: Db
  log: Log
  store: RegistryStore
  visitors: Visitors
  productName: string
  /** Where recordings come from, when that is not this gateway. */
  audioOrigin: string | undefined
  liveReload: boolean
  hasSession(context: Context): boolean
  findSession(context: Context): Promise<Session | null>
  count: CountRequest
  metrics: Metrics
}

const ENV = 'prod'
const COLLECT_EVERY_MS = 12 * 60 * 60_000

/** Everything of the modules in one: what people see of them, what teams do to them, and what comes back of it. */
export const openModules = (options: Options) => {
  const { db, log, store, visitors, productName, audioOrigin, liveReload, hasSession, findSession, count, metrics } =
    options
  const askers = createAskers({ db, findSession })
  const routes = moduleRoutes({
    store,
    visitors,
    productName,
    audioOrigin,
    env: ENV,
    liveReload,
    hasSession,
    readDraft: (module, draft) => readDraft(db, { module, draft }),
    readPreview: (preview) => readPreview(db, preview),
    maySeeSources: askers.mayLook,
    onTrouble: (error, what) => log.warn({ err: error }, what),
  })
  const { registry } = routes
  registry.onChange((snapshot) => {
    for (const hidden of notShown(snapshot)) log.warn(hidden, 'module is not shown to people')
  })
  const telemetry = createTelemetry({
    ...{ db, log, store, env: ENV, registry, visitors, findSession, count },
    onTakenBack: countTakenBack(metrics),
  })
  const ground = createGround({
    ...{ store, registry, liveShells: telemetry.liveShells, health: telemetry.health },
    compared: (document) => readComparisons(db, document),
  })
  const versionsInUse = async () => {
    const drafts = await listDrafts(db)
    return [...(await telemetry.liveVersions()), ...drafts.map(({ module, version }) => `${module}@${version}`)]
  }
  const operations = createOperations({ store, env: ENV, registry, ground, versionsInUse })
  const past = createPast({ store, env: ENV })
  const { mustBeDeployed } = operations
  const api = createRegistryApi({
    ...{ db, log, env: ENV, registry, operations, past },
    changeModule: createChange({ store, env: ENV, registry, ground, mustBeDeployed }),
    sights: createSights({ db, registry, operations, past, visitors }),
    askers,
    health: telemetry.health,
  })

  const receive: Middleware = (context, next) =>
    context.path === '/mfe/v1/telemetry' && context.method === 'POST' ? telemetry.receive(context) : next()

  let collectedAt = Date.now()
  const collectNowAndThen = async () => {
    if (Date.now() - collectedAt < COLLECT_EVERY_MS) return
    collectedAt = Date.now()
    const { condemned, removed } = await operations.collect({ isDry: false })
    if (condemned.length + removed.length > 0) log.info({ condemned, removed }, 'old versions cleared away')
  }

  return {
    middleware: [
      receive,
      createPolicyReports({ log, count }),
      api,
      createStatusPage({ productName, findSession }),
      routes.middleware,
    ],
    refuseTooOld: createRefuseTooOld(registry),
    modulesReady: routes.modulesReady,
    sweep: async () => {
      await Promise.all([
        telemetry.sweep(),
        deleteDeadTokens(db),
        deleteOldDrafts(db),
        deleteOldComparisons(db),
        store.sweep(),
        collectNowAndThen(),
      ])
    },
    close: () => {
      telemetry.close()
      routes.close()
    },
  }
}
