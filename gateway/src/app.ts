import type { ServerResponse } from 'node:http'
import { FinishSignIn, GetUser, SignIn, SignOut } from '@griot/contracts/user'
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
import { countMissing } from './audio/count-missing.ts'
import { createGrants } from './audio/grants.ts'
import { createSendAudio } from './audio/send-audio.ts'
import { createAnswerUser } from './auth/answer-user.ts'
import { readCookie } from './auth/cookies.ts'
import { createIdentityTokens } from './auth/identity-tokens.ts'
import { connectTo, createIssuer } from './auth/issuer.ts'
import { createReachIssuer } from './auth/reach-issuer.ts'
import { createSayTrouble } from './auth/say-trouble.ts'
import { createSessions } from './auth/sessions.ts'
import { createSignIn } from './auth/sign-in.ts'
import { audioOrigin, type GatewayConfig, limitsAreOn } from './config.ts'
import { createDocs } from './docs/docs.ts'
import { createHealth } from './health.ts'
import type { Context, GatewayState, Middleware } from './http/context.ts'
import { answerErrors, methodNotAllowed } from './http/errors.ts'
import { isSafe, requireOwnPage } from './http/fetch-metadata.ts'
import { hasJustWritten, rememberWrite } from './http/fresh.ts'
import { createOriginOf, requirePlainPath } from './http/origin.ts'
import { createEmbeddedIssuer, IDP } from './idp/embedded-issuer.ts'
import { createLimits, noLimits } from './limits.ts'
import { createCountRequests } from './metrics/count-requests.ts'
import { createSendMetrics } from './metrics/send-metrics.ts'
import { openModules } from './modules/open-modules.ts'
import { createVisitors } from './modules/visitors.ts'
import { sendFonts } from './pages/frame.ts'
import { createSayError } from './pages/say-error.ts'
import { relay } from './proxy.ts'
import { type RouteRow, routeFor } from './routes.ts'
import { openUpstreams } from './upstreams.ts'

// What is written there shows up in lists that are kept for everybody.
const SHOWN_TO_ALL = new Set(['catalog', 'media'])

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
  const embedded = embeddedIssuer(config)
  const signIn = createSignIn({
    db,
    sessions,
    log,
    issuer: embedded?.issuer ?? externalIssuer(config, log),
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
  const accountCalls = createAccountCalls({ accounts, sessions, tokenFor, findSession, count })
  const { missingParts, databaseAnswers } = createHealth({ db, upstreams, modulesReady: modules.modulesReady })
  const eventStreams = new Set<ServerResponse>()
  let isDraining = false

  /** Asked by whoever runs us, under whatever name they know this machine by. */
  const answerHealth = async (context: Context) => {
    const missing = await missingParts()
    context.status = missing.length === 0 ? 200 : 503
    context.body = missing.length === 0 ? { status: 'ok' } : { status: 'starting', missing }
  }
  const answerReady = async (context: Context) => {
    const isReady = !isDraining && (await databaseAnswers().catch(() => false))
    context.status = isReady ? 200 : 503
    context.body = { status: isDraining ? 'draining' : isReady ? 'ready' : 'starting' }
  }
  const health: Middleware = (context, next) => {
    const { path } = context
    if (path === '/healthz') return answerHealth(context)
    return path === '/readyz' ? answerReady(context) : next()
  }

  const wellFormed: Middleware = (context, next) => {
    const { req } = context
    context.state.origin = originOf(req)
    requirePlainPath(req.url ?? '')
    if (req.method === 'TRACE' || req.method === 'CONNECT') throw methodNotAllowed()
    return next()
  }

  const sayTrouble = createSayTrouble(config.PRODUCT_NAME, log)
  const ownCalls: Record<string, (context: Context) => Promise<void>> = {
    [SignIn.path]: sayTrouble(async (context) => {
      await count(context, 'sign-in')
      await signIn.begin(context)
    }),
    [FinishSignIn.path]: sayTrouble(async (context) => {
      await count(context, 'sign-in')
      await signIn.finish(context)
    }),
    [SignOut.path]: signIn.signOut,
    [GetUser.path]: async (context) => {
      await findSession(context)
      await count(context, 'read')
      await user.answer(context)
    },
  }

  const admit = createAdmit({ findSession, count })
  const passOn = async (context: Context, row: RouteRow) => {
    const { method, state } = context
    await admit(context, row)

    if (row.travel === 'audio') return sendAudio(context)
    const token = await tokenFor(state.session)
    if (row.travel === 'events') eventStreams.add(context.res)
    const { service, travel } = row
    const wantsFresh = hasJustWritten(context)
    if (!isSafe(method) && SHOWN_TO_ALL.has(service)) rememberWrite(context)
    try {
      await relay(context, { upstream: upstreams.to(service, travel), travel, token, wantsFresh, log })
    } finally {
      eventStreams.delete(context.res)
    }
    if (!isSafe(method)) afterWrite(context, row)
  }

  const afterWrite = ({ path, state }: Context, { service }: RouteRow) => {
    if (state.session !== null) user.forget(state.session.user.id)
    if (service === 'media') grants.forget((path.split('/')[3] ?? '').toLowerCase())
  }

  const api: Middleware = async (context, next) => {
    const { path, method } = context
    if (path !== '/api' && !path.startsWith('/api/')) return next()
    modules.refuseTooOld(context.req.headers['x-mfe'])
    const own = ownCalls[path]
    if (own !== undefined) {
      // Most of these do something, so asking only for their headers is no question they can answer.
      if (method !== 'GET') throw methodNotAllowed(context, ['GET'])
      counted.as(context, path)
      return own(context)
    }
    const accountCall = accountCalls[path]
    if (accountCall !== undefined) {
      counted.as(context, path)
      return accountCall(context)
    }
    const row = routeFor(path)
    if (row === undefined) throw notFound('page')
    counted.asRow(context, row)
    // What lasts as long as somebody listens or sends has connections of its own.
    if (row.travel !== 'json') return passOn(context, row)
    const leave = await upstreams.doorOf(row.service).enter(context.res)
    try {
      await passOn(context, row)
    } finally {
      leave()
    }
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
  app.use(health)
  app.use(sendMetrics)
  app.use(wellFormed)
  app.use(createDocs(config.PRODUCT_NAME))
  app.use(api)
  app.use(sendFonts)
  app.use(identityProvider)
  for (const middleware of modules.middleware) app.use(middleware)
  app.use((context) => {
    throw isSafe(context.method) ? notFound('page') : methodNotAllowed(context, ['GET', 'HEAD'])
  })

  return {
    handler: app.callback(),
    /** Goes on with the accounts that are being deleted. */
    finishDeletions: accounts.finishDeletions,
    sweep: async () => {
      await Promise.all([signIn.sweep(), modules.sweep()])
    },
    /** From now on `/readyz` says no and event streams end, so that browsers go to another copy. */
    drain() {
      isDraining = true
      modules.close()
      for (const stream of eventStreams) stream.destroy()
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

const embeddedIssuer = (config: GatewayConfig) =>
  config.OIDC_ISSUER === undefined
    ? createEmbeddedIssuer({
        productName: config.PRODUCT_NAME,
        publicOrigin: config.PUBLIC_ORIGIN,
        jwks: config.OIDC_PROVIDER_JWKS,
      })
    : undefined

const externalIssuer = (config: GatewayConfig, log: Log) =>
  createIssuer({
    connect: connectTo({
      issuer: config.OIDC_ISSUER ?? '',
      clientId: config.OIDC_CLIENT_ID ?? '',
      clientSecret: config.OIDC_CLIENT_SECRET,
      log,
    }),
    reach: createReachIssuer(config.OIDC_ISSUER ?? ''),
    provesEmail: (claims) => claims.email_verified === true,
    scope: config.OIDC_SCOPE,
    wanted: ['email', config.OIDC_ROLES_CLAIM],
  })
