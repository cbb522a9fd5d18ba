import { hash } from 'node:crypto'
import pg from 'pg'
import sqlTag, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { unavailable } from '../http/errors.ts'
import type { Log } from '../log/log.ts'
import { fromDatabase, isReadOnly, isUnanswered } from './database-errors.ts'

export { empty as emptySql, join as joinSql, raw as rawSql, type Sql, sqlTag as sql }

/** Each read names the schema of its rows, which are validated. */
export interface Queryable {
  /** False behind a pooler: the next transaction may use a connection that lacks the prepared statement. */
  readonly mayPrepare: boolean
  /** Throws unless there is exactly one row. */
  one<Row extends z.ZodType>(row: Row, query: Sql): Promise<z.output<Row>>
  maybeOne<Row extends z.ZodType>(row: Row, query: Sql): Promise<z.output<Row> | undefined>
  many<Row extends z.ZodType>(row: Row, query: Sql): Promise<z.output<Row>[]>
  /** Returns the number of affected rows. */
  run(query: Sql): Promise<number>
}

export interface Tx extends Queryable {
  readonly isTransaction: true
  /** Sends a statement without waiting for it. The commit is sent behind it; if it fails, the transaction fails. */
  send(query: Sql): void
}

export interface Db extends Queryable {
  readonly pool: pg.Pool
  /** A connection of the caller's own, past the pooler, as LISTEN needs. The caller closes it. */
  openConnection(): Promise<pg.Client>
  close(): Promise<void>
}

export interface DbOptions {
  /** Of the server itself. */
  url: string
  /** Of a transaction pooler such as PgBouncer; used for everything but `openConnection`. */
  poolerUrl?: string | undefined
  log: Log
  /** Connections of this process. */
  max?: number
  statementTimeoutMs?: number
}

const BIGINT = 20
const NUMERIC = 1700
const TIMESTAMPTZ = 1184

// Our bigint and numeric values stay far below 2^53. Times are ISO text, as on the wire.
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === BIGINT || oid === NUMERIC) return Number
    if (oid === TIMESTAMPTZ) return (text: string) => new Date(text).toISOString()
    return pg.types.getTypeParser(oid, format)
  }) as typeof pg.types.getTypeParser,
}

const preparedNames = new Map<string, string>()

/** A hash, because PostgreSQL cuts names at 63 bytes. The texts are those in the code, with few variants. */
const preparedName = (text: string) => {
  const name = preparedNames.get(text) ?? hash('sha1', text, 'base64url')
  preparedNames.set(text, name)
  return name
}

const unprepared = new WeakSet<Sql>()

/** A query that is planned for its values each time: after five runs PostgreSQL may choose one plan for all values. */
export const plannedForValues = (query: Sql): Sql => {
  unprepared.add(query)
  return query
}

type Runner = Pick<pg.Pool, 'query'>

const MAX_WAITING_PER_CONNECTION = 50

/** Sheds load: callers behind so many others would time out before their turn. */
const refuseIfCrowded = ({ waitingCount, options }: pg.Pool) => {
  if (waitingCount < (options.max ?? 10) * MAX_WAITING_PER_CONNECTION) return
  throw unavailable('database', new Error(`${waitingCount} queries wait for a connection`))
}

const queryable = (runner: Runner, mayPrepare: boolean): Queryable => {
  const send = async (query: Sql) => {
    const { text, values } = query
    const name = mayPrepare && !unprepared.has(query) ? preparedName(text) : undefined
    try {
      return await runner.query<Record<string, unknown>>({ ...(name && { name }), text, values })
    } catch (error) {
      throw fromDatabase(error)
    }
  }
  return {
    mayPrepare,
    async one(row, query) {
      const { rows } = await send(query)
      if (rows.length !== 1) throw new Error(`expected one row, got ${rows.length}: ${query.text}`)
      return row.parse(rows[0])
    },
    async maybeOne(row, query) {
      const { rows } = await send(query)
      if (rows.length > 1) throw new Error(`expected at most one row, got ${rows.length}: ${query.text}`)
      return rows[0] === undefined ? undefined : row.parse(rows[0])
    },
    async many(row, query) {
      const { rows } = await send(query)
      return rows.map((one) => row.parse(one))
    },
    async run(query) {
      const { rowCount } = await send(query)
      return rowCount ?? 0
    },
  }
}

/** Not set behind a pooler, whose connections are shared between clients: there the limits of the role apply. */
const limitsOf = (statementTimeoutMs: number) => ({
  statement_timeout: statementTimeoutMs,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 30_000,
  // The driver does not send a timeout of 0, and then the role's own would apply.
  ...(statementTimeoutMs === 0 && { options: '-c statement_timeout=0' }),
})

/** Renews busy connections: the server process behind each keeps every plan it has made, and stays on its server after a failover. */
export const CONNECTION_LIFETIME_SECONDS = 120

/** Opens a pool. A lost server fails queries with `database.unavailable` and does not end the process. */
export const connect = ({ url, poolerUrl, log, max = 10, statementTimeoutMs = 4_000 }: DbOptions): Db => {
  const mayPrepare = poolerUrl === undefined
  const pool = new pg.Pool({
    connectionString: poolerUrl ?? url,
    max,
    types,
    // A transaction sends statements without waiting for the results of those before.
    pipeline: true,
    connectionTimeoutMillis: 3_000,
    // Each connection costs the server about 20 MB.
    idleTimeoutMillis: 10_000,
    maxLifetimeSeconds: CONNECTION_LIFETIME_SECONDS,
    ...(mayPrepare && limitsOf(statementTimeoutMs)),
    // A server that hangs cannot report its own statement timeout.
    ...(statementTimeoutMs > 0 && { query_timeout: statementTimeoutMs + 500 }),
    keepAlive: true,
  })
  const logLost = (error: Error) => log.warn({ err: error }, 'database connection lost')
  // Both listeners are needed: an unhandled error event of the pool or of a client in use would end the process.
  pool.on('error', logLost)
  pool.on('connect', (client) => {
    client.on('error', logLost)
  })
  const guarded: Runner = {
    query: ((...args: Parameters<pg.Pool['query']>) => {
      refuseIfCrowded(pool)
      return pool.query(...args)
    }) as pg.Pool['query'],
  }
  return {
    ...queryable(guarded, mayPrepare),
    pool,
    async openConnection() {
      const client = new pg.Client({ connectionString: url, types, connectionTimeoutMillis: 3_000, keepAlive: true })
      client.on('error', logLost)
      await client.connect()
      return client
    },
    close: () => pool.end(),
  }
}

/**
 * Runs `work` in one transaction. Rolls back and rethrows if `work` or a statement fails. `work` may send statements that do
 * not depend on each other's results together, with `send` or `Promise.all`: PostgreSQL runs them in this order, and none
 * after one that fails. A statement that `work` sends after the end of the transaction is rejected.
 */
export const inTransaction = async <Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> => {
  refuseIfCrowded(db.pool)
  const client = await db.pool.connect().catch((error: unknown) => {
    throw fromDatabase(error)
  })
  let broken: Error | undefined
  let hasEnded = false
  // A statement after the end would run on its own, or in another transaction on the same connection.
  const requireOpen = () => {
    if (hasEnded) throw new Error('the transaction has ended')
  }
  const runner: Runner = {
    query: ((query: pg.QueryConfig) => {
      requireOpen()
      return client.query(query)
    }) as Runner['query'],
  }
  const queries = queryable(runner, db.mayPrepare)
  const sent: Promise<unknown>[] = []
  const send = (query: Sql) => {
    requireOpen()
    const sending = queries.run(query)
    // Node would end the process if it failed before it is awaited.
    sending.catch(() => {})
    sent.push(sending)
  }
  try {
    const [, result] = await Promise.all([client.query('begin'), work({ ...queries, isTransaction: true, send })])
    hasEnded = true
    // PostgreSQL rolls back instead if a statement has failed.
    await Promise.all([...sent, client.query('commit')])
    return result
  } catch (thrown) {
    hasEnded = true
    const error = await firstFailure(sent, thrown)
    // Closing such a connection rolls back.
    if (isUnanswered(error) || isReadOnly(error)) broken = error as Error
    else {
      await client.query('rollback').catch((lost: Error) => {
        broken = lost
      })
    }
    throw fromDatabase(error)
  } finally {
    client.release(broken)
  }
}

/** Every statement after a failed one fails as well, with an error that does not name the cause. */
const firstFailure = async (sent: Promise<unknown>[], thrown: unknown): Promise<unknown> => {
  const failed = (await Promise.allSettled(sent)).find(({ status }) => status === 'rejected')
  return failed?.status === 'rejected' ? failed.reason : thrown
}
