import { SERVICES, type ServiceName } from '@griot/contracts/services'
import { sql } from '@griot/service-kit/db/db'
import type { Context, Middleware } from './http/context.ts'
import type { Shared } from './shared.ts'

const TIMEOUT_MS = 3_000
const CACHED_MS = 250

/** `/healthz` (the whole product) and `/readyz` (this instance), under any host name. */
export const createHealth = ({ db, upstreams }: Shared, modulesReady: () => Promise<boolean>): Middleware => {
  const isServiceReady = async (service: ServiceName) => {
    const { statusCode, body } = await upstreams.to(service, 'json').request({
      method: 'GET',
      path: '/readyz',
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    })
    await body.dump()
    return statusCode === 200
  }

  const isDatabaseReady = () =>
    db.run(sql`select 1`).then(
      () => true,
      () => false,
    )

  const findMissing = async () => {
    const checks: [string, Promise<boolean>][] = [
      ['database', isDatabaseReady()],
      ['modules', modulesReady()],
      ...SERVICES.map((service): [string, Promise<boolean>] => [service, isServiceReady(service)]),
    ]
    const results = await Promise.all(
      checks.map(async ([name, check]) => ((await check.catch(() => false)) ? '' : name)),
    )
    return results.filter((name) => name !== '')
  }

  let last: { missing: Promise<string[]>; until: number } | undefined
  const sendHealth = async (context: Context) => {
    // The address is public: it must not cause more than a few checks a second.
    if (last === undefined || last.until < performance.now()) {
      last = { missing: findMissing(), until: performance.now() + CACHED_MS }
    }
    const missing = await last.missing
    context.status = missing.length === 0 ? 200 : 503
    context.body = missing.length === 0 ? { status: 'ok' } : { status: 'starting', missing }
  }

  /** A draining process responds before its requests reach the gateway (`serve` of the service kit). */
  const sendReady = async (context: Context) => {
    const isReady = await isDatabaseReady()
    context.status = isReady ? 200 : 503
    context.body = { status: isReady ? 'ready' : 'starting' }
  }

  return (context, next) => {
    if (context.path === '/healthz') return sendHealth(context)
    return context.path === '/readyz' ? sendReady(context) : next()
  }
}
