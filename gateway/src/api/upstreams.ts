import { byService, type ServiceName } from '@griot/contracts/services'
import type { Log } from '@griot/service-kit/log/log'
import { type Dispatcher, Pool } from 'undici'
import { createConcurrencyLimit, SERVICE_LIMIT } from '../limits/concurrency-limit.ts'
import type { RelayKind } from '../routes.ts'

/**
 * Keep-alive connections to the services, and the concurrency limit of each. Long requests use a pool of their own, so that
 * a hundred users who watch their uploads cannot take all connections to a service.
 */
export const openUpstreams = (urls: Record<ServiceName, string>, log: Log) => {
  const open = (name: ServiceName) => {
    const { origin } = new URL(urls[name])
    const options = { pipelining: 1, keepAliveTimeout: 30_000, connect: { timeout: 2_000 } }
    return {
      short: new Pool(origin, options),
      long: new Pool(origin, options),
      limit: createConcurrencyLimit({ name, log, ...SERVICE_LIMIT }),
    }
  }
  const services = byService(open)

  return {
    to: (service: ServiceName, kind: RelayKind): Dispatcher =>
      services[service][kind === 'json' || kind === 'audio' ? 'short' : 'long'],
    /** Every short request acquires a slot of this limit first. */
    concurrencyLimitOf: (service: ServiceName) => services[service].limit,
    async close() {
      await Promise.all(Object.values(services).flatMap(({ short, long }) => [short.destroy(), long.destroy()]))
    },
  }
}
export type Upstreams = ReturnType<typeof openUpstreams>
