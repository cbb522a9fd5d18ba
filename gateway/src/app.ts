import { GetUser } from '@griot/contracts/user'
import { notFound } from '@griot/service-kit/http/errors'
import Koa from 'koa'
import { createAccounts } from './account/accounts.ts'
import { browserSessionRoutes } from './account/browser-sessions.ts'
import { createAdminEndpoints } from './api/admin-endpoints.ts'
import { createApi } from './api/handle-api.ts'
import { createLongRequests } from './api/long-requests.ts'
import { openModuleBackends } from './api/module-backends.ts'
import { createAudioSent } from './audio/audio-sent.ts'
import { createDeliverAudio } from './audio/deliver-audio.ts'
import { createGrants } from './audio/grants.ts'
import { createOpenAudio } from './audio/open-audio.ts'
import { createPrivateAudio } from './audio/private-audio.ts'
import { createSendAudio } from './audio/send-audio.ts'
import { createReadAudit } from './audit/audit-log.ts'
import { auditRoutes } from './audit/routes.ts'
import { createCurrentUser } from './auth/current-user.ts'
import { createExternalIssuer } from './auth/issuer.ts'
import { createSignIn } from './auth/sign-in.ts'
import { createDocs } from './docs/docs.ts'
import { createHealth } from './health.ts'
import { closeLateBodies } from './http/close-late-bodies.ts'
import type { GatewayState, Middleware } from './http/context.ts'
import { methodNotAllowed } from './http/errors.ts'
import { isSafe } from './http/fetch-metadata.ts'
import { type OriginOf, requirePlainPath } from './http/origin.ts'
import { serializePipelinedRequests } from './http/serialize-pipelined-requests.ts'
import { createEmbeddedIssuer } from './idp/embedded-issuer.ts'
import { createSendMetrics } from './metrics/send-metrics.ts'
import { openModules } from './modules/open-modules.ts'
import { createOfflinePage } from './offline/offline-page.ts'
import { createFailedResponses } from './overview/failed-responses.ts'
import { overviewRoutes } from './overview/routes.ts'
import { createSendErrorPage } from './pages/error-page.ts'
import { handleErrors } from './pages/handle-errors.ts'
import { sendFonts } from './pages/page.ts'
import { type BlockPeople, createBlockPeople } from './people/block-people.ts'
import { createReadPeople } from './people/read-people.ts'
import { peopleRoutes } from './people/routes.ts'
import { createRelayPublic } from './public/relay-public.ts'
import { type GatewayOptions, openShared, type Shared } from './shared.ts'

/** A part of the gateway. Its middleware handles its own addresses and passes all others on. */
interface Feature {
  middleware: Middleware | Middleware[]
  /** Deletes expired data; called every few minutes. */
  sweep?(): Promise<unknown>
  /** Called before shutdown: ends the streams of this instance, so that clients reconnect to another one. */
  drain?(): void
  close?(): unknown
}

/** The gateway without a port. */
export const createGateway = async (options: GatewayOptions) => {
  const shared = await openShared(options)
  const { config, log, originOf, limits, upstreams, requestMetrics, sendPage } = shared
  const embeddedIssuer = config.OIDC_ISSUER === undefined ? createEmbeddedIssuer(shared) : undefined
  const signIn = createSignIn(shared, embeddedIssuer?.issuer ?? createExternalIssuer(config))
  const currentUser = createCurrentUser(shared)
  const grants = createGrants(shared)
  const audioSent = await createAudioSent(shared)
  const deliverAudio = createDeliverAudio(shared, audioSent)
  const openAudio = createOpenAudio(shared, grants, deliverAudio)
  const modules = openModules(shared)
  const accounts = createAccounts(shared)
  const moduleBackends = openModuleBackends(shared)
  const failedResponses = createFailedResponses(shared)
  const longRequests = createLongRequests(shared.db, log)
  const blocks = createBlockPeople(shared, longRequests)
  const api = createApi(shared, {
    sendAudio: createSendAudio(shared, grants, deliverAudio),
    audioSent,
    longRequests,
    relayToModule: moduleBackends.handle,
    rejectBlocked: modules.rejectBlocked,
    ownRoutes: {
      ...signIn.routes,
      ...accounts.routes,
      ...browserSessionRoutes(shared),
      [GetUser.path]: currentUser.send,
    },
    onWritten: ({ state, res }, { service, kind }) => {
      if (state.session !== null) currentUser.forget(state.session.user.id)
      if (service !== 'listening-points') grants.forget({ mayWithdraw: kind === 'json' && res.statusCode < 500 })
    },
  })

  const isHttps = config.PUBLIC_ORIGIN?.startsWith('https:') ?? false
  // In the order in which they handle a request.
  const features: Feature[] = [
    requestMetrics,
    { middleware: handleErrors(log, isHttps, createSendErrorPage(config.PRODUCT_NAME, sendPage)) },
    { middleware: createHealth(shared, modules.modulesReady) },
    { middleware: createSendMetrics(shared) },
    { middleware: checkAddress(originOf) },
    { middleware: createPrivateAudio(shared, openAudio.send) },
    { middleware: openAudio.middleware },
    { middleware: createRelayPublic(shared) },
    { middleware: createDocs(config.PRODUCT_NAME) },
    { middleware: createAdminEndpoints(shared, modules.rejectBlocked, adminRoutes(shared, blocks)) },
    api,
    { middleware: [], sweep: audioSent.sweep, close: audioSent.close },
    { middleware: [], ...failedResponses },
    { middleware: sendFonts },
    { middleware: createOfflinePage(shared) },
    { middleware: embeddedIssuer?.middleware ?? [], sweep: signIn.sweep, close: () => embeddedIssuer?.close() },
    modules,
    {
      middleware: rejectUnhandled,
      close: () =>
        Promise.all([
          accounts.close(),
          blocks.close(),
          longRequests.close(),
          limits.close(),
          upstreams.close(),
          moduleBackends.close(),
        ]),
    },
  ]

  const app = koaOf(features)
  const drain = () => {
    for (const feature of features) feature.drain?.()
  }

  return {
    handler: serializePipelinedRequests(closeLateBodies(app.callback())),
    finishDeletions: accounts.finishDeletions,
    finishBlocks: blocks.finish,
    storeAudioSent: audioSent.store,
    storeFailedResponses: failedResponses.store,
    sweep: () => Promise.all(features.map((feature) => feature.sweep?.())),
    /** Ends event streams, so that browsers reconnect to another instance. */
    drain,
    close: () => {
      drain()
      return Promise.all(features.map((feature) => feature.close?.()))
    },
  }
}
export type Gateway = Awaited<ReturnType<typeof createGateway>>

/** The endpoints for admins that the gateway implements. */
const adminRoutes = (shared: Shared, blocks: BlockPeople) => {
  const readAudit = createReadAudit(shared)
  return [
    ...auditRoutes(readAudit),
    ...peopleRoutes(createReadPeople(shared, readAudit), blocks),
    ...overviewRoutes(shared),
  ]
}

const koaOf = (features: readonly Feature[]) => {
  const app = new Koa<GatewayState>()
  app.silent = true
  for (const middleware of features.flatMap((feature) => feature.middleware)) app.use(middleware)
  return app
}

/** Stores the origin of the request. Rejects foreign hosts and ambiguous paths. */
const checkAddress =
  (originOf: OriginOf): Middleware =>
  async (context, next) => {
    const { req } = context
    context.state.origin = originOf(req)
    requirePlainPath(req.url ?? '')
    if (req.method === 'TRACE' || req.method === 'CONNECT') {
      const { allowedMethods } = await import('./api/allowed-methods.ts')
      const methods = allowedMethods(context.path)
      throw methodNotAllowed(context, methods.length > 0 ? methods : ['GET', 'HEAD'])
    }
    await next()
  }

const rejectUnhandled: Middleware = (context) => {
  throw isSafe(context.method) ? notFound('page') : methodNotAllowed(context, ['GET', 'HEAD'])
}
