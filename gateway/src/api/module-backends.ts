import { AppError, orNotFound } from '@griot/service-kit/http/errors'
import { moduleAudience } from '@griot/service-kit/identity/identity'
import { createCircuitBreaker } from '@griot/service-kit/objects/circuit-breaker'
import { Pool } from 'undici'
import type { Handler } from '../http/context.ts'
import { requireMethod } from '../http/errors.ts'
import { isSafe, requireOwnPage } from '../http/fetch-metadata.ts'
import { acquireSlot, createConcurrencyLimit } from '../limits/concurrency-limit.ts'
import type { Shared } from '../shared.ts'
import { isForBrowserOfModule } from './forwarded-headers.ts'
import { relay } from './relay.ts'

export const MODULE_BACKENDS_PATH = '/api/x/'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

// Less than for Griot's services: the service of one module must not hold the memory and sockets of the gateway.
const BACKEND_LIMIT = { maxConcurrent: 40, maxQueued: 80, maxWaitMs: 1_000 }
/** Requests in a row without a response that open the circuit. */
const FAILURES = 5
const OPEN_SECONDS = 10

/** The gateway has sent the response 503 already. */
class NoResponse extends Error {}

/** Sends `/api/x/{module}/…` to the configured service of the module, with the rules for Griot's services. */
export const openModuleBackends = ({ config, findSession, count, tokenFor, requestMetrics, log }: Shared) => {
  const open = (module: string, url: string) => {
    const { origin, pathname } = new URL(url)
    return {
      pool: new Pool(origin, { pipelining: 1, keepAliveTimeout: 30_000, connect: { timeout: 2_000 } }),
      basePath: pathname.replace(/\/$/, ''),
      limit: createConcurrencyLimit({ name: `module ${module}`, log, ...BACKEND_LIMIT }),
      callUnlessOpen: createCircuitBreaker(
        { failures: FAILURES, openMs: OPEN_SECONDS * 1_000 },
        (error) => error instanceof NoResponse,
      ),
    }
  }
  const backends = new Map(Object.entries(config.MODULE_BACKENDS).map(([module, url]) => [module, open(module, url)]))

  const handle: Handler = async (context) => {
    const { method, req, res, state } = context
    const module = context.path.slice(MODULE_BACKENDS_PATH.length).split('/')[0] ?? ''
    const { pool, basePath, limit, callUnlessOpen } = orNotFound(backends.get(module), 'page')
    requestMetrics.setRoute(context, `${MODULE_BACKENDS_PATH}${module}`)
    requireMethod(context, ...METHODS)
    requireOwnPage(context)
    await findSession(context)
    await count(context, isSafe(method) ? 'read' : 'write')

    const rest = (req.url ?? '').slice(MODULE_BACKENDS_PATH.length + module.length)
    const send = async () => {
      let failure: Error | undefined
      await relay(context, {
        upstream: pool,
        kind: 'json',
        path: `${basePath}${rest.startsWith('/') ? '' : '/'}${rest}`,
        timeoutMs: config.MODULE_BACKEND_TIMEOUT_SECONDS * 1_000,
        token: await tokenFor(state.session, moduleAudience(module)),
        statements: req.headers['x-mfe'] === undefined ? {} : { 'x-mfe': String(req.headers['x-mfe']) },
        body,
        isAllowed: isForBrowserOfModule,
        onFailure: (error) => {
          failure = error
        },
        log,
      })
      if (failure !== undefined) throw new NoResponse(`${module} did not respond`, { cause: failure })
    }
    const slot = await acquireSlot(limit, res)
    let body: Buffer | null = null
    try {
      body = await slot.readBody(req)
      await callUnlessOpen(send)
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error
      if (context.respond !== false) throw circuitOpen(error)
    } finally {
      slot.release()
    }
  }

  return {
    handle,
    close: () => Promise.all([...backends.values()].map(({ pool }) => pool.destroy())),
  }
}

const circuitOpen = (cause: NoResponse) =>
  new AppError(503, 'service.unavailable', 'This does not work right now. Please try again in a moment.', {
    retryAfter: OPEN_SECONDS,
    cause,
  })
