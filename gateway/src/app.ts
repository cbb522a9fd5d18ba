import { openRegistryStore } from '@griot/module-registry/registry-store'
import type { Db } from '@griot/service-kit/db'
import { notFound } from '@griot/service-kit/errors'
import type { Log } from '@griot/service-kit/log'
import { createMetrics, type Metrics } from '@griot/service-kit/metrics/metrics'
import { openLinks, openStore } from '@griot/service-kit/objects/open-store'
import { traceRequests } from '@griot/service-kit/tracing/trace-requests'
import { tracing } from '@griot/service-kit/tracing/tracing'
import Koa from 'koa'
import { createAccountCalls } from './account/account-calls.ts'
import { createAccounts } from './account/accounts.ts'
import { createAdmit } from './admit.ts'
import { createApi } from './api.ts'
import { countMissing } from './audio/count-missing.ts'
import { createGrants } from './audio/grants.ts'
import { createSendAudio } from './audio/send-audio.ts'
import { createAnswerUser } from './auth/answer-user.ts'
import { chooseIssuer } from './auth/choose-issuer.ts'
import { readCookie } from './auth/cookies.ts'
import { createIdentityTokens } from './auth/identity-tokens.ts'
import { createSayTrouble } from './auth/say-trouble.ts'
import { createSessions } from './auth/sessions.ts'
import { createSignIn } from './auth/sign-in.ts'
import { createUserCalls } from './auth/user-calls.ts'
import { audioOrigin, type GatewayConfig, limitsAreOn } from './config.ts'
import { createDocs } from './docs/docs.ts'
import { createHealth } from './health.ts'
import type { Context, GatewayState, Middleware } from './http/context.ts'
import { answerErrors, methodNotAllowed } from './http/errors.ts'
import { isSafe, requireOwnPage } from './http/fetch-metadata.ts'
import { inTurn } from './http/in-turn.ts'
import { createOriginOf, requirePlainPath } from './http/origin.ts'
import { IDP } from './idp/embedded-issuer.ts'
import { createLimits, noLimits } from './limits.ts'
import { createCountRequests } from './metrics/count-requests.ts'
import { createSendMetrics } from './metrics/send-metrics.ts'
import { openModules } from './modules/open-modules.ts'
import { createVisitors } from './modules/visitors.ts'
import { sendFonts } from './pages/frame.ts'
import { createSayError } from './pages/say-error.ts'
import { openUpstreams } from './upstreams.ts'

export interface GatewayParts {
  config: GatewayConfig
  db: Db
  log: Log
  metrics?: Metrics
}

/** The one public door, without a port: tests hold it as the process does. */
export const createGateway = async ({ config, db, log, metrics = createMetrics('gateway') }: GatewayParts) => {
  const { PUBLIC_ORIGIN: publicOrigin } = config
  const isHttps = publicOrigin?.startsWith('https:') ?? false
  const originOf = createOriginOf(publicOrigin)
  const upstreams = openUpstreams(config, log)
  const tokenFor = await createIdentityTokens(config.IDENTITY_PRIVATE_KEY)
  const sessions = createSessions({
    db,
    log,
    idleHours: config.SESSION_IDLE_HOURS,
    adminEmails: config.ADMIN_EMAILS,
  })
  const visitors = createVisitors(config.GRANT_SECRET)
  const { issuer, embedded } = chooseIssuer(config, log)
  const signIn = createSignIn({
    db,
    sessions,
    log,
    issuer,
    roles: { claim: config.OIDC_ROLES_CLAIM, adminWords: config.OIDC_ADMIN_ROLES },
    onSignedIn: visitors.rememberPerson,
  })
  const user = createAnswerUser({
    points: upstreams.to('listening-points', 'json'),
    door: upstreams.doorOf('listening-points'),
    tokenFor,
    log,
  })
  const grants = createGrants({
    media: upstreams.to('media', 'audio'),
    door: upstreams.doorOf('media'),
    tokenFor,
    secret: config.GRANT_SECRET,
  })
  const leadTo = audioOrigin(config)
  const sendAudio = createSendAudio({
    grants,
    log,
    onMissing: countMissing(metrics),
    isSentByNginx: config.MEDIA_DELIVERY === 'accel',
    ...(leadTo === undefined ? {} : { link: openLinks(config, leadTo) }),
    trustedProxies: config.TRUSTED_PROXIES,
    objects: config.S3_ENDPOINT === undefined ? { directory: config.OBJECTS_DIR ?? '' } : { store: openStore(config) },
  })
  const findSession = async (context: Context) => {
    const { req, state } = context
    state.session = await sessions.find(readCookie(req, state.origin, 'griot_session'))
    return state.session
  }
  const counted = createCountRequests(metrics)
  const sendMetrics = createSendMetrics({ config, metrics, originOf, findSession })
  const limits = limitsAreOn(config)
    ? await createLimits({ trustedProxies: config.TRUSTED_PROXIES, redisUrl: config.REDIS_URL, log })
    : noLimits
  const { count } = limits
  const modules = openModules({
    db,
    log,
    store: openRegistryStore(config.MODULES_DIR, config.S3_ENDPOINT === undefined ? undefined : openStore(config)),
    visitors,
    productName: config.PRODUCT_NAME,
    audioOrigin: leadTo,
    liveReload: config.LIVE_RELOAD,
    hasSession: ({ req, state }) => readCookie(req, state.origin, 'griot_session') !== undefined,
    findSession,
    count,
    metrics,
  })
  const accounts = createAccounts({ db, log, tokenFor, config })
  const health = createHealth({ db, upstreams, modulesReady: modules.modulesReady })
  const api = createApi({
    ...{ counted, sendAudio, upstreams, tokenFor, log },
    ownCalls: {
      ...createUserCalls({ signIn, sayTrouble: createSayTrouble(config.PRODUCT_NAME, log), user, findSession, count }),
      ...createAccountCalls({ accounts, sessions, tokenFor, findSession, count }),
    },
    refuseTooOld: modules.refuseTooOld,
    admit: createAdmit({ findSession, count }),
    onWritten: ({ path, state }, { service }) => {
      if (state.session !== null) user.forget(state.session.user.id)
      if (service === 'media') grants.forget((path.split('/')[3] ?? '').toLowerCase())
    },
  })

  const wellFormed: Middleware = (context, next) => {
    const { req } = context
    context.state.origin = originOf(req)
    requirePlainPath(req.url ?? '')
    if (req.method === 'TRACE' || req.method === 'CONNECT') throw methodNotAllowed()
    return next()
  }

  const identityProvider: Middleware = async (context, next) => {
    if (embedded === undefined || !context.path.startsWith(`${IDP}/`)) return next()
    requireOwnPage(context.method, context.req.headers, context.state.origin)
    await embedded.answer(context)
  }

  const app = new Koa<GatewayState>()
  app.silent = true
  if (tracing() !== undefined) app.use(traceRequests(true))
  app.use(counted.middleware)
  app.use(answerErrors(log, isHttps, createSayError(config.PRODUCT_NAME)))
  app.use(health.middleware)
  app.use(sendMetrics)
  app.use(wellFormed)
  app.use(createDocs(config.PRODUCT_NAME))
  app.use(api.middleware)
  app.use(sendFonts)
  app.use(identityProvider)
  for (const middleware of modules.middleware) app.use(middleware)
  app.use((context) => {
    throw isSafe(context.method) ? notFound('page') : methodNotAllowed(context, ['GET', 'HEAD'])
  })

  return {
    handler: inTurn(app.callback()),
    /** Goes on with the accounts that are being deleted. */
    finishDeletions: accounts.finishDeletions,
    sweep: async () => {
      await Promise.all([signIn.sweep(), modules.sweep()])
    },
    /** From now on `/readyz` says no and event streams end, so that browsers go to another copy. */
    drain() {
      health.drain()
      modules.close()
      api.endEvents()
    },
    async close() {
      accounts.close()
      modules.close()
      limits.close()
      await Promise.all([upstreams.close(), embedded?.close()])
    },
  }
}
export type Gateway = Awaited<ReturnType<typeof createGateway>>
