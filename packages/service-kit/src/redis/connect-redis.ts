import { createRequire } from 'node:module'
import type { Cluster, Redis, RedisOptions } from 'ioredis'
import type { Log } from '../log/log.ts'
import { type RedisAddress, readRedisAddress } from './address.ts'

export type RedisClient = Redis | Cluster

// Loaded only if Redis is used: it takes 20 MB.
const loadLibrary = (): typeof import('ioredis') => createRequire(import.meta.url)('ioredis')

/** How long a command waits for an unavailable Redis: a worker without limit, an enqueue for seconds, a rate limit for 250 ms. */
export type RedisUse = 'worker' | 'enqueue' | 'rate-limit'

type Settings = Omit<RedisOptions, 'replyMapping' | 'himportFieldsets'>

interface Connect {
  url: string
  use: RedisUse
  log: Log
}

// The socket timeout detects a server that hangs or vanished without closing the connection. Workers block for up to ten
// seconds by design, so theirs is longer.
const SETTINGS_BY_USE: Record<RedisUse, Settings> = {
  worker: { maxRetriesPerRequest: null, enableOfflineQueue: true, socketTimeout: 25_000 },
  enqueue: { maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: 3_000, socketTimeout: 3_000 },
  'rate-limit': { maxRetriesPerRequest: 0, enableOfflineQueue: false, commandTimeout: 250, socketTimeout: 1_000 },
}

const retryDelayMs = (times: number) => Math.min(50 * times, 1_000)

const optionsFor = ({ username, password, isEncrypted }: RedisAddress, use: RedisUse) => ({
  ...SETTINGS_BY_USE[use],
  username,
  password,
  tls: isEncrypted ? {} : undefined,
  connectTimeout: 3_000,
  keepAlive: 10_000,
  retryStrategy: retryDelayMs,
})

const connectCluster = (address: RedisAddress, use: RedisUse) => {
  const { enableOfflineQueue = true, retryStrategy: _, ...redisOptions } = optionsFor(address, use)
  const { Cluster } = loadLibrary()
  return new Cluster(address.hosts, {
    redisOptions: redisOptions as Settings,
    enableOfflineQueue,
    clusterRetryStrategy: retryDelayMs,
    slotsRefreshTimeout: 3_000,
    // Detects a failover on an idle connection.
    slotsRefreshInterval: 5_000,
    // A request must not wait for the election of a new master.
    ...(use === 'rate-limit' && { maxRedirections: 2, retryDelayOnFailover: 20, retryDelayOnClusterDown: 20 }),
    // Certificates contain host names.
    ...(address.isEncrypted && { dnsLookup: (host, found) => found(null, host) }),
  })
}

const connectServer = (address: RedisAddress, use: RedisUse) => {
  const { Redis } = loadLibrary()
  const { kind, hosts, master, database, isEncrypted, sentinelUsername, sentinelPassword } = address
  const options = { ...optionsFor(address, use), db: database }
  if (kind === 'single') return new Redis({ ...options, ...hosts[0] } as Settings)
  return new Redis({
    ...options,
    sentinels: hosts,
    name: master,
    sentinelUsername,
    sentinelPassword,
    sentinelRetryStrategy: retryDelayMs,
    sentinelCommandTimeout: 1_000,
    // A demoted master refuses writes: reconnect through the sentinels and repeat the command.
    reconnectOnError: (error: Error) => (error.message.startsWith('READONLY') ? 2 : false),
    ...(isEncrypted && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
  } as Settings)
}

/** A connection that reconnects automatically. */
export const connectRedis = ({ url, use, log }: Connect): RedisClient => {
  const address = readRedisAddress(url)
  const client = address.kind === 'cluster' ? connectCluster(address, use) : connectServer(address, use)
  let isDown = false
  client.on('error', (error) => {
    // It reconnects every second: log only the first failure.
    if (!isDown) log.warn({ err: error, use }, 'redis unavailable')
    isDown = true
  })
  client.on('ready', () => {
    if (isDown) log.info({ use }, 'redis available again')
    isDown = false
  })
  return client
}
