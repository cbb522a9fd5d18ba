import { createHash } from 'node:crypto'
import pg from 'pg'
import sqlTag, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { fromDatabase, isReadOnly, isUnanswered } from './database-errors.ts'
import { unavailable } from './errors.ts'
import type { Log } from './log.ts'
import { tracedWithin, tracing } from './tracing/tracing.ts'

export { empty as emptySql, join as joinSql, raw as rawSql, type Sql, sqlTag as sql }

/** Reads say what they expect and what a row looks like; what comes back is checked against it. */
export interface Queryable {
  /** False behind a pooler: there, a statement prepared on one connection is sought on another, so each is planned anew. */
  readonly mayPrepare: boolean
  /** Exactly one row; anything else is a defect of ours. */
  one<Row extends z.ZodType>(row: Row, query: Sql): Promise<z.output<Row>>
  maybeOne<Row extends z.ZodType>(row: Row, query: Sql): Promise<z.output<Row> | undefined>
  many<Row extends z.ZodType>(row: Row, query: Sql): Promise<z.output<Row>[]>
  /** The number of rows that the statement touched. */
  run(query: Sql): Promise<number>
}

/** A transaction: everything in it happens, or nothing. */
export interface Tx extends Queryable {
  readonly isTransaction: true
}

export interface Db extends Queryable {
  readonly pool: pg.Pool
  /** A connection of the caller's own, straight to the server, as for LISTEN. Losing it ends it, never the process. */
  openConnection(): Promise<pg.Client>
  close(): Promise<void>
}

export interface DbOptions {
  /** The server itself. */
  url: string
  /** A pooler in front of it, such as PgBouncer, that lends a connection for one transaction; used for all but LISTEN. */
  poolerUrl?: string | undefined
  log: Log
  /** Connections of this process at most. */
  max?: number
  statementTimeoutMs?: number
}

const BIGINT = 20
const NUMERIC = 1700
const TIMESTAMPTZ = 1184

// bigint and numeric sums of ours stay far below 2^53; times travel as ISO text, as the wire has them.
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === BIGINT || oid === NUMERIC) return Number
    if (oid === TIMESTAMPTZ) return (text: string) => new Date(text).toISOString()
    return pg.types.getTypeParser(oid, format)
  }) as typeof pg.types.getTypeParser,
}

const names = new Map<string, string>()

/** The same text is prepared once a connection; the name is short because PostgreSQL cuts names at 63 bytes. */
const preparedName = (text: string) => {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url')
    // Texts come from our sources, so they are few; lists joined to different lengths must not grow this for ever.
    if (names.size < 1000) names.set(text, name)
  }
  return name
}

const unprepared = new WeakSet<Sql>()

/**
 * The query, planned anew for its values each time. For the few whose best way depends on them, as a search: after five
 * times PostgreSQL may settle a prepared statement on one plan for all.
 */
export const plannedForValues = (query: Sql): Sql => {
  unprepared.add(query)
  return query
}

type Runner = Pick<pg.Pool, 'query'>

// Who would wait behind so many for each connection has given up before it is their turn.
const WAITING_FOR_EACH = 50

/** Refuses at once what would only wait, so that a database that has fallen behind is not buried. */
const refuseIfCrowded = ({ waitingCount, options }: pg.Pool) => {
  if (waitingCount < (options.max ?? 10) * WAITING_FOR_EACH) return
  throw unavailable('database', new Error(`${waitingCount} wait for a connection`))
}

const TABLE = /\b(?:from|into|update)\s+([a-z_]\w*)\b(?!\s*\()/i

/** What a statement begins with, and the first table that it names. Its text has no values in it. */
const spanOf = (text: string) => {
  const [, verb = ''] = /^\s*(\w+)/.exec(text) ?? []
  const [, table = ''] = TABLE.exec(text) ?? []
  return {
    name: `sql ${verb.toLowerCase()} ${table}`.trimEnd(),
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
  }
}

const execute = (runner: Runner, query: Sql, mayPrepare: boolean) => {
  // Asked for first: a statement must cost nothing more while there are no traces.
  if (tracing() === undefined) return send(runner, query, mayPrepare)
  const { name, attributes } = spanOf(query.text)
  return tracedWithin(name, { kind: 'client', attributes }, () => send(runner, query, mayPrepare))
}

const send = async (runner: Runner, query: Sql, mayPrepare: boolean) => {
  const text = query.text
  try {
    const name = !mayPrepare || unprepared.has(query) ? undefined : preparedName(text)
    return await runner.query<Record<string, unknown>>({ ...(name && { name }), text, values: query.values })
  } catch (error) {
    throw fromDatabase(error)
  }
}

const queryable = (runner: Runner, mayPrepare: boolean): Queryable => ({
  mayPrepare,
  async one(row, query) {
    const { rows } = await execute(runner, query, mayPrepare)
    if (rows.length !== 1) throw new Error(`expected one row, got ${rows.length}: ${query.text}`)
    return row.parse(rows[0])
  },
  async maybeOne(row, query) {
    const { rows } = await execute(runner, query, mayPrepare)
    if (rows.length > 1) throw new Error(`expected at most one row, got ${rows.length}: ${query.text}`)
    return rows[0] === undefined ? undefined : row.parse(rows[0])
  },
  async many(row, query) {
    const { rows } = await execute(runner, query, mayPrepare)
    return rows.map((one) => row.parse(one))
  },
  async run(query) {
    const { rowCount } = await execute(runner, query, mayPrepare)
    return rowCount ?? 0
  },
})

/** What this process asks of its connections. A pooler hands out anybody's, so there the role's own limits hold. */
const limitsOf = (statementTimeoutMs: number) => ({
  statement_timeout: statementTimeoutMs,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 30_000,
  // The driver takes no time-out for no word about it, and then the role's own would hold.
  ...(statementTimeoutMs === 0 && { options: '-c statement_timeout=0' }),
})

/**
 * A server's process keeps the plans and pages it has ever used, and stays with the server it once found. One that is
 * used every few seconds is never idle for long enough to end otherwise.
 */
export const CONNECTION_LIFETIME_SECONDS = 120

/** A pool of connections to this process's own schema. Losing the server fails queries, never the process. */
export const connect = ({ url, poolerUrl, log, max = 10, statementTimeoutMs = 4_000 }: DbOptions): Db => {
  const mayPrepare = poolerUrl === undefined
  const pool = new pg.Pool({
    connectionString: poolerUrl ?? url,
    max,
    types,
    connectionTimeoutMillis: 3_000,
    // Each connection is a process of 20 MB on the other side.
    idleTimeoutMillis: 10_000,
    maxLifetimeSeconds: CONNECTION_LIFETIME_SECONDS,
    ...(mayPrepare && limitsOf(statementTimeoutMs)),
    // A server that is frozen, or gone without a word, cannot say that time is up.
    ...(statementTimeoutMs > 0 && { query_timeout: statementTimeoutMs + 500 }),
    keepAlive: true,
  })
  const sayLost = (error: Error) => log.warn({ err: error }, 'database connection lost')
  // Without both listeners a killed server ends the process: once through the pool, once through a client in use.
  pool.on('error', sayLost)
  pool.on('connect', (client) => {
    client.on('error', sayLost)
  })
  const guarded: Runner = {
    query: ((...given: Parameters<pg.Pool['query']>) => {
      refuseIfCrowded(pool)
      return pool.query(...given)
    }) as pg.Pool['query'],
  }
  return {
    ...queryable(guarded, mayPrepare),
    pool,
    async openConnection() {
      const client = new pg.Client({ connectionString: url, types, connectionTimeoutMillis: 3_000, keepAlive: true })
      client.on('error', sayLost)
      await client.connect()
      return client
    },
    close: () => pool.end(),
  }
}

/** Runs `work` in one transaction. Rolls back and rethrows when it throws. */
export const inTransaction = async <Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> => {
  refuseIfCrowded(db.pool)
  const client = await db.pool.connect().catch((error: unknown) => {
    throw fromDatabase(error)
  })
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work({ ...queryable(client as unknown as Runner, db.mayPrepare), isTransaction: true })
    await client.query('commit')
    return result
  } catch (error) {
    // Of no more use: what has not been committed ends with the connection.
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
