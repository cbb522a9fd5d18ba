import { z } from 'zod'
import { AppError } from '../http/errors.ts'
import type { Log } from '../log/log.ts'
import { repeatWork } from '../repeat-work.ts'
import { connect, type Db, type Queryable, sql } from './db.ts'

export interface ReplicaOptions {
  primary: Db
  /** Of the replica; without it all reads go to the primary. */
  url: string | undefined
  log: Log
  /** Largest lag of the replica. */
  nearMs?: number
  lookEveryMs?: number
}

const Position = z.object({ position: z.string().nullable() })

/** A position in the write-ahead log, such as `16/B374D848`, as a number. */
const parseLsn = (position: string) => {
  const [high = '0', low = '0'] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/**
 * Measures the lag by comparing the log positions of both servers. The replica's own clock is not enough: one that has
 * lost its primary reports no lag.
 */
export const readFromReplica = ({ primary, url, log, nearMs = 3_000, lookEveryMs = 500 }: ReplicaOptions) => {
  if (url === undefined) return { reads: primary as Queryable, isNear: () => false, close: async () => {} }

  // Short, because the primary can run the same query.
  const replica = connect({ url, log, statementTimeoutMs: 2_000 })
  let primaryPositions: { lsn: bigint; at: number }[] = []
  let caughtUpAt = Number.NEGATIVE_INFINITY
  let wasNear: boolean | undefined

  const isNear = () => performance.now() - caughtUpAt < nearMs

  const measure = async () => {
    const at = performance.now()
    const now = await primary.one(Position, sql`select pg_current_wal_lsn()::text as position`)
    if (now.position !== null) primaryPositions.push({ lsn: parseLsn(now.position), at })
    // Null if the server was promoted and is no replica any more.
    const replayed = await replica.one(
      Position,
      sql`select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position`,
    )
    if (replayed.position === null) return
    const lsn = parseLsn(replayed.position)
    const reached = primaryPositions.findLast((one) => one.lsn <= lsn)
    if (reached !== undefined) caughtUpAt = reached.at
    primaryPositions = primaryPositions.filter((one) => one.at >= caughtUpAt && performance.now() - one.at < nearMs)
  }

  const measuring = repeatWork({ what: 'measuring the lag', pauseMs: lookEveryMs, log }, async () => {
    // If a server is unavailable, the measured lag grows.
    await measure().catch(() => {})
    if (isNear() === wasNear) return
    wasNear = isNear()
    if (wasNear) log.info('reading from the replica')
    else log.warn('replica unavailable or lagging, reading from the primary')
  })

  const read = async <Result>(query: (from: Queryable) => Promise<Result>): Promise<Result> => {
    // The replica cancels queries that block replay. If the query itself is wrong, the primary fails, too.
    if (isNear()) return query(replica).catch(() => query(primary))
    return query(primary).catch((error: unknown) => {
      if (!(error instanceof AppError && error.status === 503)) throw error
      return query(replica).catch(() => Promise.reject(error))
    })
  }

  /**
   * For reads that may be slightly stale. They go to the primary while the replica is unavailable or lags, and to the
   * replica, however stale, while the primary is unavailable.
   */
  const reads: Queryable = {
    mayPrepare: primary.mayPrepare,
    one: (row, query) => read((from) => from.one(row, query)),
    maybeOne: (row, query) => read((from) => from.maybeOne(row, query)),
    many: (row, query) => read((from) => from.many(row, query)),
    run: (query) => primary.run(query),
  }

  return {
    reads,
    /** Whether the lag is small enough. */
    isNear,
    async close() {
      await measuring.close()
      await replica.close()
    },
  }
}
export type Replica = ReturnType<typeof readFromReplica>
