import { QueueCounts, type QueueFilter, QueueRow, type QueueView, QueueWorker } from '@griot/contracts/queue'
import { plannedForValues, type Queryable, rawSql, type Sql, sql } from '@griot/service-kit/db/db'
import { NewestFirst } from '@griot/service-kit/db/newest-first'
import type { Caller } from '@griot/service-kit/identity/identity'
import { z } from 'zod'
import { ProbeMedia } from '../processing/probe-media.job.ts'
import { entriesIn, isListed, TASK } from './queue-filter.ts'

/** The rows of the entries `q` that meet the condition, which may end with an order and a limit. */
const rowsOf = (db: Queryable, condition: Sql, direction: Sql) =>
  db.many(
    QueueRow,
    plannedForValues(sql`
      select
        q.media_file_id as id, m.original_name as "originalName", m.size_bytes as "fileSize",
        m.owner_id as "ownerId", m.owner_name as "ownerName", q.created_at as "createdAt", q.state, ${TASK} as task,
        q.is_permanent as "isHopeless", q.since, coalesce(m.progress, r.progress, mp3.progress) as percent,
        coalesce(m.failure, r.failure, mp3.failure) as failure, step.kind as step,
        case when q.makes_mp3 then mp3.attempt else step.attempt end as attempt,
        ${ProbeMedia.attempts}::int as attempts,
        array(
          select e.episode_id from episode_media e where e.media_file_id = m.id order by e.linked_at
        ) as "episodeIds"
      from (select * from queue_entry q where ${condition}) q
      join media_file m on m.id = q.media_file_id
      left join media_rendition r on r.media_file_id = m.id
      left join lateral (
        select e.progress, e.failure, e.attempt from episode_mp3 e
        where q.makes_mp3 and e.media_file_id = m.id and e.step <> 'ready'
        order by e.step in ('asked', 'started', 'interrupted') desc, e.changed_at desc limit 1
      ) mp3 on true
      cross join lateral (
        select kind, attempt from media_step s where s.media_file_id = m.id order by s.id desc limit 1
      ) step
      order by q.created_at ${direction}, q.media_file_id ${direction}
    `),
  )

const NEWEST_FIRST = rawSql('desc')
const OLDEST_FIRST = rawSql('asc')

export interface PageRequest extends QueueFilter {
  sort: 'newest' | 'oldest'
  cursor?: string | undefined
  limit: number
}

/** One row more than the limit if there is another page. */
export const listedRows = (db: Queryable, caller: Caller, { sort, cursor, limit, ...filter }: PageRequest) => {
  const position = NewestFirst.read(cursor)
  const [direction, follows] = sort === 'newest' ? [NEWEST_FIRST, rawSql('<')] : [OLDEST_FIRST, rawSql('>')]
  const isAfter =
    position === undefined
      ? sql`true`
      : sql`(q.created_at, q.media_file_id) ${follows} (${position[0]}::timestamptz, ${position[1]}::uuid)`
  return rowsOf(
    db,
    sql`
      ${isListed(caller, filter)} and ${isAfter}
      order by q.created_at ${direction}, q.media_file_id ${direction} limit ${limit + 1}
    `,
    direction,
  )
}

/** Those of the files that are in the list. */
export const listedRowsOf = (db: Queryable, caller: Caller, filter: QueueFilter, ids: readonly string[]) =>
  rowsOf(db, sql`q.media_file_id = any(${ids}::uuid[]) and ${isListed(caller, filter)}`, NEWEST_FIRST)

/** One file, also if it was cleared. */
export const queueRow = async (db: Queryable, id: string) =>
  (await rowsOf(db, sql`q.media_file_id = ${id}`, NEWEST_FIRST))[0]

export const queueCounts = async (db: Queryable, caller: Caller, filter: QueueFilter) => {
  const within = (view: QueueView) => entriesIn(caller, filter, view)
  const countOf = (view: QueueView) => sql`(select count(*) from ${within(view)})`
  const { oldestWaiting, ...counts } = await db.one(
    QueueCounts.extend({ oldestWaiting: z.string().nullable() }),
    plannedForValues(sql`
      select
        waiting.files as waiting, ${countOf('active')} as active, ${countOf('retrying')} as retrying,
        failed.files as failed, failed.hopeless, ${countOf('cancelled')} as cancelled, ${countOf('ready')} as ready,
        waiting.oldest as "oldestWaiting"
      from
        (select count(*) as files, min(q.since) as oldest from ${within('waiting')}) waiting,
        (select count(*) as files, count(*) filter (where q.is_permanent) as hopeless from ${within('failed')}) failed
    `),
  )
  return { counts, oldestWaiting }
}

// A worker writes its heartbeat every ten seconds. A busy machine may miss two.
const ALIVE_SECONDS = 30
const MAX_WORKERS = 20

/** The workers of the last day, last seen first. */
export const workersSeen = (db: Queryable) =>
  db.many(
    QueueWorker,
    sql`
      select id, host, pid, started_at as "startedAt", seen_at as "seenAt",
        seen_at > clock_timestamp() - make_interval(secs => ${ALIVE_SECONDS}) as "isAlive"
      from media_worker
      where seen_at > clock_timestamp() - interval '1 day'
      order by seen_at desc
      limit ${MAX_WORKERS}
    `,
  )
