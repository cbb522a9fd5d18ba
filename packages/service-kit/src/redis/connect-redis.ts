import { createRequire } from 'node:module'
import type { Cluster, Redis, RedisOptions } from 'ioredis'
import type { Log } from '../log.ts'
import { type RedisAddress, readRedisAddress } from './address.ts'

export type RedisClient = Redis | Cluster

// Only where there is a Redis: it takes 20 MB.
const loadLibrary = (): typeof import('ioredis') => createRequire(import.meta.url)('ioredis')

/**
 * What one wants of Redis: `work` waits for it as long as it takes, `orders` are refused within seconds when it is away,
 * `counting` has no more than a moment.
 */
export type RedisPatience = 'work' | 'orders' | 'counting'

/** Without what decides the types of its answers. */
type Settings = Omit<RedisOptions, 'replyMapping' | 'himportFieldsets'>

interface Connect {
  url: string
  patience: RedisPatience
  log: Log
}

// A server that is frozen or gone without a word answers nothing, not even that it is gone: then the connection is given
// up, and whoever asks meanwhile hears at once that there is none. Work blocks for up to ten seconds by itself.
const PATIENCE: Record<RedisPatience, Settings> = {
  work: { maxRetriesPerRequest: null, enableOfflineQueue: true, socketTimeout: 25_000 },
  orders: { maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: 3_000, socketTimeout: 3_000 },
  counting: { maxRetriesPerRequest: 0, enableOfflineQueue: false, commandTimeout: 250, socketTimeout: 1_000 },
}

const again = (times: number) => Math.min(50 * times, 1_000)

const optionsFor = (address: RedisAddress, patience: RedisPatience): Settings => ({
  ...PATIENCE[patience],
  ...(address.username !== undefined && { username: address.username }),
  ...(address.password !== undefined && { password: address.password }),
  ...(address.isEncrypted && { tls: {} }),
  connectTimeout: 3_000,
  keepAlive: 10_000,
  retryStrategy: again,
})

const connectCluster = (address: Extract<RedisAddress, { kind: 'cluster' }>, patience: RedisPatience) => {
  const { enableOfflineQueue = true, retryStrategy: _, ...redisOptions } = optionsFor(address, patience)
  const { Cluster } = loadLibrary()
  return new Cluster(address.nodes, {
    redisOptions,
    enableOfflineQueue,
    clusterRetryStrategy: again,
    slotsRefreshTimeout: 3_000,
    // How soon a failover is known to someone who asks nothing meanwhile.
    slotsRefreshInterval: 5_000,
    // While the others elect: work may wait through that, a request may not.
    ...(patience === 'counting' && { maxRedirections: 2, retryDelayOnFailover: 20, retryDelayOnClusterDown: 20 }),
    // Certificates are made out to names.
    ...(address.isEncrypted && { dnsLookup: (host, found) => found(null, host) }),
  })
}

const connectServer = (address: Exclude<RedisAddress, { kind: 'cluster' }>, patience: RedisPatience) => {
  const { Redis } = loadLibrary()
  const options = { ...optionsFor(address, patience), db: address.database }
  if (address.kind === 'single') return new Redis({ ...options, ...address.node })
  const { sentinels, master, sentinelUser, sentinelPassword } = address
  return new Redis({
    ...options,
    sentinels,
    name: master,
    sentinelRetryStrategy: again,
    sentinelCommandTimeout: 1_000,
    // A master that was deposed while we were connected to it refuses writes: the sentinels know the new one.
    reconnectOnError: (error: Error) => (error.message.startsWith('READONLY') ? 2 : false),
    ...(sentinelUser !== undefined && { sentinelUsername: sentinelUser }),
    ...(sentinelPassword !== undefined && { sentinelPassword }),
    ...(address.isEncrypted && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
  })
}

/** A connection that comes back by itself, whatever kind of Redis the address names. Losing it never ends the process. */
export const connectRedis = ({ url, patience, log }: Connect): RedisClient => {
  const address = readRedisAddress(url)
  const client = address.kind === 'cluster' ? connectCluster(address, patience) : connectServer(address, patience)
  let isKnown = false
  client.on('error', (error) => {
    // It is tried again every second; one line tells as much as a thousand.
    if (!isKnown) log.warn({ err: error, patience }, 'redis does not answer')
    isKnown = true
  })
  client.on('ready', () => {
    if (isKnown) log.info({ patience }, 'redis answers again')
    isKnown = false
  })
  return client
}
