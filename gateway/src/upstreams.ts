import type { Log } from '@griot/service-kit/log'
import { type Dispatcher, Pool } from 'undici'
import type { GatewayConfig } from './config.ts'
import { createDoor, type Door } from './door.ts'
import type { ServiceName, Travel } from './routes.ts'

/** Connections to the services, kept open. */
export interface Upstreams {
  to(service: ServiceName, travel: Travel): Dispatcher
  /** Whoever has a short call for a service goes through this first. */
  doorOf(service: ServiceName): Door
  close(): Promise<void>
}

// So many does a service work for at a time. Connections may be more: of those who take their answers slowly.
const INSIDE = 120
// Whatever a machine can do, those at the end of such a line have to wait for no more than a second or two.
const WAITING = 360
const PATIENCE_MS = 1_000

/**
 * Short calls and long ones have connections of their own: a hundred people who watch their uploads must not leave the
 * others without a connection to the service.
 */
export const openUpstreams = (
  {
    CATALOG_URL,
    LISTENING_POINTS_URL,
    MEDIA_URL,
  }: Pick<GatewayConfig, 'CATALOG_URL' | 'LISTENING_POINTS_URL' | 'MEDIA_URL'>,
  log: Log,
): Upstreams => {
  const open = (url: string) => {
    const { origin } = new URL(url)
    const common = { pipelining: 1, keepAliveTimeout: 30_000, connect: { timeout: 2_000 } }
    return { short: new Pool(origin, common), long: new Pool(origin, common) }
  }
  const doorTo = (name: ServiceName) =>
    createDoor({ name, inside: INSIDE, waiting: WAITING, patienceMs: PATIENCE_MS, log })
  const pools = { catalog: open(CATALOG_URL), 'listening-points': open(LISTENING_POINTS_URL), media: open(MEDIA_URL) }
  const doors = {
    catalog: doorTo('catalog'),
    'listening-points': doorTo('listening-points'),
    media: doorTo('media'),
  }

  return {
    to: (service, travel) => (travel === 'json' || travel === 'audio' ? pools[service].short : pools[service].long),
    doorOf: (service) => doors[service],
    async close() {
      await Promise.all(Object.values(pools).flatMap(({ short, long }) => [short.destroy(), long.destroy()]))
    },
  }
}
