import type { QueueRow } from '@griot/contracts/queue'
import { plannedForValues, type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { RENDITION_FACTOR } from '../jobs/processing-cost.ts'
import { MP3_FACTOR } from '../open-audio/settle-mp3.ts'
import { TASK } from './queue-filter.ts'

const MEASURED_FILES = 50

/** Work in bytes of a file to check. The length of a recording is unknown until it is checked. */
const FACTORS = { check: 1, rendition: RENDITION_FACTOR, mp3: MP3_FACTOR }
const costOf = ({ fileSize, task }: QueueRow) => fileSize * FACTORS[task]

/** Bytes that all workers together checked in a second while they worked, of the latest files of a day; null without any. */
const measuredSpeed = async (db: Queryable) => {
  const { speed } = await db.one(
    z.object({ speed: z.number().nullable() }),
    sql`
      with checked as (
        select m.size_bytes, tstzrange(begun.at, s.at, '[]') as busy
        from media_step s
        join media_file m on m.id = s.media_file_id
        cross join lateral (
          select b.at from media_step b
          where b.media_file_id = s.media_file_id and b.id < s.id and b.kind = 'started'
          order by b.id desc limit 1
        ) begun
        where s.kind = 'ready' and s.at > now() - interval '24 hours' and begun.at <= s.at
        order by s.at desc limit ${MEASURED_FILES}
      )
      select (sum(size_bytes) / nullif((
        select sum(extract(epoch from upper(span) - lower(span)))
        from unnest((select range_agg(busy) from checked)) span
      ), 0))::float8 as speed
      from checked
    `,
  )
  return speed
}

const IN_PROCESSING = sql`q.cleared_at is null and q.state in ('waiting', 'active', 'retrying')`
const WORK = sql`sum(q.size_bytes::float8 * case ${TASK} when 'rendition' then ${RENDITION_FACTOR}::float8
  when 'mp3' then ${MP3_FACTOR}::float8 else 1 end)`

/** The work before each of these times, which are in ascending order. */
const workBefore = async (db: Queryable, times: readonly string[]) => {
  const [first = null, last = null] = [times[0], times.at(-1)]
  const parts = await db.many(
    z.object({ bucket: z.number(), cost: z.number().nullable() }),
    // The first part is most of the queue, so it has no groups.
    plannedForValues(sql`
      select 0 as bucket, ${WORK} as cost from queue_entry q where ${IN_PROCESSING} and q.created_at < ${first}
      union all
      select width_bucket(q.created_at, ${times}::timestamptz[]), ${WORK} from queue_entry q
      where ${IN_PROCESSING} and q.created_at >= ${first} and q.created_at < ${last}
      group by 1
    `),
  )
  return (at: number) => parts.reduce((sum, { bucket, cost }) => (bucket <= at ? sum + (cost ?? 0) : sum), 0)
}

/** Adds the time when each file is expected to be ready: its work and the work of all files before it, by the measured speed. */
export const withEstimates = async (db: Queryable, rows: readonly QueueRow[]): Promise<QueueRow[]> => {
  const waiting = rows.filter(({ state }) => state === 'waiting' || state === 'retrying')
  const speed = rows.some(({ state }) => state === 'active') || waiting.length > 0 ? await measuredSpeed(db) : null
  if (speed === null) return [...rows]

  const times = [...new Set(waiting.map(({ createdAt }) => createdAt))].sort()
  const before = times.length === 0 ? () => 0 : await workBefore(db, times)
  const expectedAt = (row: QueueRow) => {
    if (!['waiting', 'retrying', 'active'].includes(row.state)) return null
    const own = costOf(row) * (1 - (row.state === 'active' ? (row.percent ?? 0) : 0) / 100)
    const ahead = row.state === 'active' ? 0 : before(times.indexOf(row.createdAt))
    return new Date(Date.now() + ((own + ahead) / speed) * 1_000).toISOString()
  }
  return rows.map((row) => ({ ...row, expectedAt: expectedAt(row) }))
}
