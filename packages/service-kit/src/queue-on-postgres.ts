import { setTimeout as delay } from 'node:timers/promises'
import {
  assertSchemaCompatibility,
  type BackendFactory,
  PostgresConnection,
  PostgresQueueBackend,
  type QueueBaseOptions,
} from 'bullmq'
import { CONNECTION_LIFETIME_SECONDS } from './db.ts'

export interface QueueAddress {
  connectionString: string
  schema: string
}

const PAUSE_MS = 500

/**
 * BullMQ remembers for ever that its first look at the database failed; a worker then asks again at once, without end
 * and without letting anything else run. Here a failure is forgotten and takes its time, so the next look may succeed.
 */
class PatientConnection extends PostgresConnection {
  #looking: Promise<void> | undefined

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
    // A connection broke: look again before the next query.
    this.on('error', () => {
      this.#looking = undefined
    })
  }

  override waitUntilReady() {
    this.#looking ??= this.#look()
    return this.#looking
  }

  async #look() {
    // Being closed: what is still asked of us is dropped.
    if (this.isClosing) return
    try {
      await assertSchemaCompatibility(this.pool, this.schema)
    } catch (error) {
      if (!this.isClosing) await delay(PAUSE_MS)
      this.#looking = undefined
      throw error
    }
    setImmediate(() => this.emit('ready'))
  }
}

/** Has one memory of its own of the first look; a job that is done asks it, too. */
class PatientBackend extends PostgresQueueBackend {
  readonly #connection: PatientConnection

  constructor(connection: PatientConnection, name: string, options: QueueBaseOptions<never>) {
    super(connection, name, options)
    this.#connection = connection
  }

  override waitUntilReady() {
    return this.#connection.waitUntilReady()
  }
}

/** BullMQ on PostgreSQL, for databases that come later than we do or go away for a while. */
export const createPatientBackend: BackendFactory<PostgresQueueBackend, QueueAddress> = (
  name,
  options,
  { withBlockingConnection = false } = {},
) => {
  // A worker asks two things at once every few seconds, so a second connection would never be idle long enough to close.
  // The one it listens on comes on top.
  const connection = new PatientConnection(options.connection, withBlockingConnection ? 1 : 2)
  // So that whoever looks at the database sees whose it is; the name is kept for the connections that follow this one.
  if (withBlockingConnection) connection.setListenClientName(name).catch(() => {})
  return new PatientBackend(connection, name, options as QueueBaseOptions<never>)
}
