import { timingSafeEqual } from 'node:crypto'
import { notFound, unavailable } from '@griot/service-kit/errors'
import type { Metrics } from '@griot/service-kit/metrics/metrics'
import { hashOf } from '../auth/secrets.ts'
import type { Session } from '../auth/sessions.ts'
import type { GatewayConfig } from '../config.ts'
import type { Context, Middleware } from '../http/context.ts'
import type { OriginOf } from '../http/origin.ts'

export interface SendMetricsParts {
  config: Pick<
    GatewayConfig,
    'METRICS_TOKEN' | 'CATALOG_URL' | 'LISTENING_POINTS_URL' | 'MEDIA_URL' | 'MEDIA_WORKER_METRICS_URL'
  >
  metrics: Metrics
  originOf: OriginOf
  findSession(context: Context): Promise<Session | null>
}

const PATIENCE_MS = 5_000

/**
 * `/metrics` of this process, and `/metrics/<process>` of those behind it where each runs once. Whoever collects them
 * sends the token, under whatever name they know this machine by; an admin may look in the browser. To anybody else
 * there is nothing here.
 */
export const createSendMetrics = ({ config, metrics, originOf, findSession }: SendMetricsParts): Middleware => {
  const others: Record<string, string | undefined> = {
    catalog: config.CATALOG_URL,
    'listening-points': config.LISTENING_POINTS_URL,
    media: config.MEDIA_URL,
    'media-worker': config.MEDIA_WORKER_METRICS_URL,
  }
  const expected = config.METRICS_TOKEN === undefined ? undefined : hashOf(`Bearer ${config.METRICS_TOKEN}`)

  const mayLook = async (context: Context) => {
    const given = context.get('authorization')
    if (given !== '') return expected !== undefined && timingSafeEqual(hashOf(given), expected)
    context.state.origin = originOf(context.req)
    const session = await findSession(context)
    return session?.user.roles.includes('admin') ?? false
  }

  const read = async (name: string | undefined) => {
    if (name === undefined) return metrics.scrape()
    const url = Object.hasOwn(others, name) ? others[name] : undefined
    if (url === undefined) throw notFound('page')
    try {
      const response = await fetch(new URL('/metrics', url), { signal: AbortSignal.timeout(PATIENCE_MS) })
      if (!response.ok) throw new Error(`answered ${response.status}`)
      return await response.text()
    } catch (error) {
      throw unavailable(name.replaceAll('-', '_'), error)
    }
  }

  return async (context, next) => {
    // Every request comes by here.
    if (!context.path.startsWith('/metrics')) return next()
    const [, first, name, ...rest] = context.path.split('/')
    if (first !== 'metrics') return next()
    if (context.method !== 'GET' || rest.length > 0 || !(await mayLook(context))) throw notFound('page')
    const text = await read(name)
    context.set('cache-control', 'no-store')
    context.set('content-type', metrics.contentType)
    context.body = text
  }
}
