import { type Dispatcher, Pool } from 'undici'
import type { GatewayConfig } from './config.ts'
import type { ServiceName, Travel } from './routes.ts'

/** Connections to the services, kept open. */
export interface Upstreams {
  to(service: ServiceName, travel: Travel): Dispatcher
  close(): Promise<void>
}

const SHORT_CONNECTIONS = 128

/**
 * Short calls and long ones have connections of their own: a hundred people who watch their uploads must not leave the
 * others without a connection to the service.
 */
export const openUpstreams = ({ CATALOG_URL, LISTENING_POINTS_URL, MEDIA_URL }: GatewayConfig): Upstreams => {
  const open = (url: string) => {
    const { origin } = new URL(url)
    const common = { pipelining: 1, keepAliveTimeout: 30_000, connect: { timeout: 2_000 } }
    return { short: new Pool(origin, { ...common, connections: SHORT_CONNECTIONS }), long: new Pool(origin, common) }
  }
  const pools = { catalog: open(CATALOG_URL), 'listening-points': open(LISTENING_POINTS_URL), media: open(MEDIA_URL) }

  return {
    to: (service, travel) => (travel === 'json' || travel === 'audio' ? pools[service].short : pools[service].long),
    async close() {
      await Promise.all(Object.values(pools).flatMap(({ short, long }) => [short.destroy(), long.destroy()]))
    },
  }
}
