import { timingSafeEqual } from 'node:crypto'
import { serviceUrls } from '@griot/contracts/services'
import { notFound, orNotFound, unavailable } from '@griot/service-kit/http/errors'
import { hashOf } from '../auth/secrets.ts'
import type { Context, Middleware } from '../http/context.ts'
import type { Shared } from '../shared.ts'

const TIMEOUT_MS = 5_000

/**
 * `/metrics` of this process, `/metrics/<process>` of a process behind it that runs once, and `/metrics/targets`, the list
 * of these for Prometheus (https://prometheus.io/docs/prometheus/latest/http_sd/). Accepts the metrics token under any host
 * name, or the session of an admin. Returns 404 to all others.
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
    return session?.isRecent === true && session.user.roles.includes('admin')
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

  const targets = (host: string) =>
    Object.entries(others).flatMap(([name, url]) =>
      url === undefined
        ? []
        : [{ targets: [host], labels: { job: `griot-${name}`, __metrics_path__: `/metrics/${name}` } }],
    )

  return async (context, next) => {
    const [, first, name, ...rest] = context.path.split('/')
    if (first !== 'metrics') return next()
    if (context.method !== 'GET' || rest.length > 0 || !(await isAllowed(context))) throw notFound('page')
    context.set('cache-control', 'no-store')
    if (name === 'targets') {
      context.body = targets(context.host)
      return
    }
    context.body = await scrape(name)
    context.set('content-type', metrics.contentType)
  }
}
