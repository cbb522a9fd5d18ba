import { setTimeout as delay } from 'node:timers/promises'
import {
  assertSchemaCompatibility,
  type BackendFactory,
  PostgresConnection,
  PostgresQueueBackend,
  type Queue,
  type QueueBaseOptions,
  type Worker,
  withBackend,
} from 'bullmq'
import { CONNECTION_LIFETIME_SECONDS } from '../db/db.ts'
import type { QueueBackend } from './queue.ts'

interface QueueAddress {
  connectionString: string
  schema: string
}

const RETRY_MS = 500

/**
 * BullMQ checks the schema once and keeps a failure forever. A worker then retries in a loop that blocks the process.
 * This connection checks again after a failure, with a delay.
 */
class ReconnectingConnection extends PostgresConnection {
  #check: Promise<void> | undefined

  constructor({ connectionString, schema }: QueueAddress, max: number) {
    super({
      connectionString,
      schema,
      max,
      idleTimeoutMillis: 10_000,
      maxLifetimeSeconds: CONNECTION_LIFETIME_SECONDS,
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
    })
    this.on('error', () => {
      this.#check = undefined
    })
  }

  override waitUntilReady() {
    this.#check ??= this.#checkSchema()
    return this.#check
  }

  async #checkSchema() {
    if (this.isClosing) return
    try {
      await assertSchemaCompatibility(this.pool, this.schema)
    } catch (error) {
      if (!this.isClosing) await delay(RETRY_MS)
      this.#check = undefined
      throw error
    }
    setImmediate(() => this.emit('ready'))
  }
}

const createBackend: BackendFactory<PostgresQueueBackend, QueueAddress> = (
  name,
  options,
  { withBlockingConnection = false } = {},
) => {
  // A worker also has the connection that it listens on. With two more, neither would ever be idle long enough to close.
  const connection = new ReconnectingConnection(options.connection, withBlockingConnection ? 1 : 2)
  // The name of the queue in pg_stat_activity. Later connections keep it.
  if (withBlockingConnection) connection.setListenClientName(name).catch(() => {})
  /** BullMQ's backend keeps the result of the check as well. */
  class ReconnectingBackend extends PostgresQueueBackend {
    override waitUntilReady() {
      return connection.waitUntilReady()
    }
  }
  return new ReconnectingBackend(connection, name, options as QueueBaseOptions<never>)
}

/** BullMQ on a PostgreSQL that may start later than this process or be unavailable for a while. */
export const openPostgresBackend = (databaseUrl: string): QueueBackend => {
  const bullmq = withBackend(createBackend)
  const connection = { connectionString: databaseUrl, schema: 'bullmq' }
  return {
    queue: (name) => new bullmq.Queue(name, { connection }) as unknown as Queue,
    worker: (name, process, options) =>
      new bullmq.Worker(name, process as never, { ...options, connection } as never) as unknown as Worker,
    isReachable: () => true,
    disconnectUnavailable: () => {},
    disconnect: () => {},
  }
}
