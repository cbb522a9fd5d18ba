import { Queue, Worker } from 'bullmq'
import type { Log } from '../log/log.ts'
import { logRedisProblems } from '../redis/check-redis.ts'
import { connectRedis, type RedisClient, type RedisUse } from '../redis/connect-redis.ts'
import type { QueueBackend } from './queue.ts'

/** The hash tag keeps all keys of a queue on one node of a Redis Cluster. */
const PREFIX = '{griot}'

export const openRedisBackend = (url: string, log: Log): QueueBackend => {
  const connections: RedisClient[] = []
  const connect = (use: RedisUse) => {
    const connection = connectRedis({ url, use, log })
    connections.push(connection)
    return connection
  }

  // All queues share one connection, because they never block. Each worker has its own.
  const shared = connect('enqueue')
  logRedisProblems(shared, log)

  return {
    queue: (name) => new Queue(name, { connection: shared, prefix: PREFIX }),
    worker: (name, process, options) =>
      new Worker(name, process, { ...options, connection: connect('worker'), prefix: PREFIX }),
    isReachable: () => shared.status === 'ready',
    disconnectUnavailable() {
      for (const connection of connections) if (connection.status !== 'ready') connection.disconnect()
    },
    disconnect() {
      for (const connection of connections) connection.disconnect()
    },
  }
}
