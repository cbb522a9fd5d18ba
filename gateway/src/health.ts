import { SERVICES } from '@griot/contracts/services'
import { sql } from '@griot/service-kit/db/db'
import { reuseResult } from '@griot/service-kit/reuse-result'
import { isServiceReady } from './api/service-ready.ts'
import type { Context, Middleware } from './http/context.ts'
import type { Shared } from './shared.ts'

const CACHED_MS = 250

/** `/healthz` (the whole product) and `/readyz` (this instance), under any host name. */
export const createHealth = ({ db, upstreams }: Shared, modulesReady: () => Promise<boolean>): Middleware => {
  const isDatabaseReady = () =>
    db.run(sql`select 1`).then(
      () => true,
      () => false,
    )

  const findMissing = async () => {
    const checks: [string, Promise<boolean>][] = [
      ['database', isDatabaseReady()],
      ['modules', modulesReady()],
      ...SERVICES.map((service): [string, Promise<boolean>] => [service, isServiceReady(upstreams, service)]),
    ]
    const results = await Promise.all(
      checks.map(async ([name, check]) => ((await check.catch(() => false)) ? '' : name)),
    )
    return results.filter((name) => name !== '')
  }

  // The address is public: it must not cause more than a few checks a second.
  const lastMissing = reuseResult(CACHED_MS, findMissing)
  const sendHealth = async (context: Context) => {
    const missing = await lastMissing()
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
