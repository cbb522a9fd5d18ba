import { z } from 'zod'
import { connect, type Db, type Queryable, sql } from './db.ts'
import { AppError } from './errors.ts'
import type { Log } from './log.ts'

export interface ReplicaOptions {
  primary: Db
  /** Of the replica; without it everything is read from the primary. */
  url: string | undefined
  log: Log
  /** What is read may be so old at most. */
  nearMs?: number
  lookEveryMs?: number
}

export interface Replica {
  /**
   * For reading what may be a moment old. Asks the primary while the replica is away or has fallen behind; while the
   * primary is away, the replica, however old.
   */
  readonly reads: Queryable
  isNear(): boolean
  close(): Promise<void>
}

const Position = z.object({ position: z.string().nullable() })

/** A place in the write-ahead log, such as `16/B374D848`, as a number to compare. */
const placeOf = (position: string) => {
  const [high = '0', low = '0'] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/**
 * Reads from a streaming replica while it is known to be near. Its own clock cannot tell: one that has lost its primary
 * thinks that it has everything. So both are asked now and then, and the replica is as old as the last look at the
 * primary that it has caught up with.
 */
export const readFromReplica = ({ primary, url, log, nearMs = 3_000, lookEveryMs = 500 }: ReplicaOptions): Replica => {
  if (url === undefined) return { reads: primary, isNear: () => false, close: async () => {} }

  // Nobody waits long for it: the primary knows the answer, too.
  const replica = connect({ url, log, statementTimeoutMs: 2_000 })
  let seen: { place: bigint; at: number }[] = []
  let caughtUpAt = Number.NEGATIVE_INFINITY
  let isLooking = false
  let wasNear: boolean | undefined

  const isNear = () => performance.now() - caughtUpAt < nearMs

  const look = async () => {
    const at = performance.now()
    const now = await primary.one(Position, sql`select pg_current_wal_lsn()::text as position`)
    if (now.position !== null) seen.push({ place: placeOf(now.position), at })
    // Null on a server that is no replica any more, and may be going its own way.
    const theirs = await replica.one(
      Position,
      sql`select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position`,
    )
    if (theirs.position === null) return
    const place = placeOf(theirs.position)
    const reached = seen.findLast((look) => look.place <= place)
    if (reached !== undefined) caughtUpAt = reached.at
    // What it has not reached by now is of no use: by then it is too old.
    seen = seen.filter((look) => look.at >= caughtUpAt && performance.now() - look.at < nearMs)
  }

  const lookOnce = async () => {
    if (isLooking) return
    isLooking = true
    // That it cannot be asked is told by what follows.
    await look().catch(() => {})
    isLooking = false
    if (isNear() === wasNear) return
    wasNear = isNear()
    if (wasNear) log.info('the replica is near, and read from')
    else log.warn('the replica is away or has fallen behind: everything is read from the primary')
  }
  const timer = setInterval(() => void lookOnce(), lookEveryMs)
  timer.unref()
  const first = lookOnce()

  const ask = async <Answer>(read: (from: Queryable) => Promise<Answer>): Promise<Answer> => {
    if (isNear()) {
      // It goes away, or ends what is in the way of catching up. If the query is at fault, the primary says so, too.
      return read(replica).catch(() => read(primary))
    }
    return read(primary).catch((error: unknown) => {
      // What was true a while ago is better than nothing, until there is a primary again.
      if (error instanceof AppError && error.status === 503) return read(replica).catch(() => Promise.reject(error))
      throw error
    })
  }

  return {
    isNear,
    reads: {
      mayPrepare: primary.mayPrepare,
      one: (row, query) => ask((from) => from.one(row, query)),
      maybeOne: (row, query) => ask((from) => from.maybeOne(row, query)),
      many: (row, query) => ask((from) => from.many(row, query)),
      run: (query) => primary.run(query),
    },
    async close() {
      clearInterval(timer)
      await first
      await replica.close()
    },
  }
}
