import { timingSafeEqual } from 'node:crypto'
import { notFound, orNotFound, unavailable } from '@griot/service-kit/http/errors'
import { hashOf } from '../auth/secrets.ts'
import { serviceUrls } from '../config.ts'
import type { Context, Middleware } from '../http/context.ts'
import type { Shared } from '../shared.ts'

const TIMEOUT_MS = 5_000

/**
 * `/metrics` of this process, and `/metrics/<process>` of a process behind it that runs once. Accepts the metrics token
 * under any host name, or the session of an admin. Returns 404 to all others.
 */
export const createSendMetrics = ({ config, metrics, originOf, findSession }: Shared): Middleware => {
  const others: Record<string, string | undefined> = {
    ...serviceUrls(config),
    'media-worker': config.MEDIA_WORKER_METRICS_URL,
  }
  const expected = config.METRICS_TOKEN === undefined ? undefined : hashOf(`Bearer ${config.METRICS_TOKEN}`)

  const isAllowed = async (context: Context) => {
    const given = context.get('authorization')
    if (given !== '') return expected !== undefined && timingSafeEqual(hashOf(given), expected)
    context.state.origin = originOf(context.req)
    const session = await findSession(context)
    return session?.isFresh === true && session.user.roles.includes('admin')
  }

  const scrape = async (name: string | undefined) => {
    if (name === undefined) return metrics.scrape()
    const url = orNotFound(Object.hasOwn(others, name) ? others[name] : undefined, 'page')
    try {
      const response = await fetch(new URL('/metrics', url), { signal: AbortSignal.timeout(TIMEOUT_MS) })
      if (!response.ok) throw new Error(`${name} returned ${response.status}`)
      return await response.text()
    } catch (error) {
      throw unavailable('service', error)
    }
  }

  return async (context, next) => {
    const [, first, name, ...rest] = context.path.split('/')
    if (first !== 'metrics') return next()
    if (context.method !== 'GET' || rest.length > 0 || !(await isAllowed(context))) throw notFound('page')
    context.body = await scrape(name)
    context.set({ 'cache-control': 'no-store', 'content-type': metrics.contentType })
  }
}
