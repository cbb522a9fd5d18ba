import { TimelineEntry } from '@griot/contracts/media/media-file'
import { QueueAction, type QueueDeed, QueueRow, QueueState, type QueueWorker } from '@griot/contracts/queue'
import { emptySql, type Queryable, sql } from '@griot/service-kit/db'
import { z } from 'zod'
import type { Place } from '../files/files.queries.ts'
import { ProbeMedia } from '../processing/probe-media.job.ts'

/** Of a file `m` and its rendition `r`, if it has one: that it failed itself, or is ready and its rendition failed. */
export const HAS_FAILED = sql`
  (m.deleted_at is null and (m.status = 'failed' or (m.status = 'ready' and r.status = 'failed')))
`
/** Of one that has failed: that trying it again cannot help. */
export const IS_HOPELESS = sql`(case when m.status = 'failed' then m.is_hopeless else coalesce(r.is_hopeless, false) end)`

/** Whose files are looked at; null for everybody's. */
export type Whose = string | null

// Every file that is not being processed says itself how it ended; of the others the last step tells.
const files = (whose: Whose) => sql`
  select
    m.id, m.original_name, m.size_bytes, m.owner_id, m.owner_name, m.created_at,
    coalesce(m.progress, r.progress) as progress, coalesce(m.failure, r.failure) as failure,
    (${HAS_FAILED} and ${IS_HOPELESS}) is true as is_hopeless,
    last.kind as step, last.at as since, last.attempt,
    array(select e.episode_id from episode_media e where e.media_file_id = m.id order by e.linked_at) as episode_ids,
    case
      when m.status = 'failed' or (m.status = 'ready' and (r.status is null or r.status <> 'processing'))
        then case when m.status = 'ready' and r.status = 'failed' then 'failed' else m.status end
      when last.kind in ('interrupted', 'rendition_interrupted') then 'retrying'
      when last.kind in ('started', 'checked', 'measured', 'rendition_started') then 'active'
      else 'waiting'
    end as state,
    case when m.status = 'ready' and r.status in ('processing', 'failed') then 'rendition' else 'check' end as task
  from media_file m
  left join media_rendition r on r.media_file_id = m.id
  cross join lateral (
    select kind, at, attempt from media_step s where s.media_file_id = m.id order by s.id desc limit 1
  ) last
  where m.deleted_at is null ${whose === null ? emptySql : sql`and m.owner_id = ${whose}`}
`

const Row = z
  .object({
    id: z.string(),
    original_name: z.string(),
    size_bytes: z.number(),
    owner_id: z.string(),
    owner_name: z.string(),
    episode_ids: z.array(z.string()),
    state: QueueState,
    task: QueueRow.shape.task,
    step: TimelineEntry.shape.kind,
    since: z.string(),
    progress: z.number().nullable(),
    attempt: z.number().nullable(),
    created_at: z.string(),
    failure: z.string().nullable(),
    is_hopeless: z.boolean(),
  })
  .transform(
    (row): QueueRow => ({
      id: row.id,
      originalName: row.original_name,
      fileSize: row.size_bytes,
      ownerId: row.owner_id,
      ownerName: row.owner_name,
      episodeIds: row.episode_ids,
      state: row.state,
      task: row.task,
      step: row.step,
      since: row.since,
      percent: row.progress,
      attempt: row.attempt,
      attempts: ProbeMedia.attempts,
      createdAt: row.created_at,
      failure: row.failure,
      isHopeless: row.is_hopeless,
    }),
  )

interface Asked {
  /** Null for all that is not ready. */
  state: QueueState | null
  after: Place | null
  limit: number
}

export const queueRows = (db: Queryable, whose: Whose, { state, after, limit }: Asked) =>
  db.many(
    Row,
    sql`
      select * from (
        ${files(whose)}
          ${state === 'ready' ? sql`and m.status = 'ready'` : emptySql}
          ${state === 'failed' ? sql`and (m.status = 'failed' or r.status = 'failed')` : emptySql}
          ${state === null ? sql`and (m.status <> 'ready' or r.status in ('processing', 'failed'))` : emptySql}
          ${after === null ? emptySql : sql`and (m.created_at, m.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`}
      ) f
      ${state === null ? emptySql : sql`where f.state = ${state}`}
      order by f.created_at desc, f.id desc
      limit ${limit}
    `,
  )

export const queueRow = (db: Queryable, id: string) => db.maybeOne(Row, sql`${files(null)} and m.id = ${id}`)

export const queueCounts = async (db: Queryable, whose: Whose) => {
  const { oldest_waiting: oldestWaiting, ...counts } = await db.one(
    z.object({
      waiting: z.number(),
      active: z.number(),
      retrying: z.number(),
      failed: z.number(),
      hopeless: z.number(),
      ready: z.number(),
      oldest_waiting: z.string().nullable(),
    }),
    sql`
      select
        count(*) filter (where state = 'waiting') as waiting,
        count(*) filter (where state = 'active') as active,
        count(*) filter (where state = 'retrying') as retrying,
        count(*) filter (where state = 'failed') as failed,
        count(*) filter (where is_hopeless) as hopeless,
        count(*) filter (where state = 'ready') as ready,
        min(since) filter (where state = 'waiting') as oldest_waiting
      from (
        ${files(whose)} and (
          m.status <> 'ready' or r.status in ('processing', 'failed')
          or m.created_at > clock_timestamp() - interval '24 hours'
        )
      ) f
    `,
  )
  return { counts, oldestWaiting }
}

/** Who did what about a file, oldest first. */
export const actionsOn = (db: Queryable, mediaFileId: string) =>
  db.many(
    z
      .object({ action: QueueAction.shape.action, actor_name: z.string(), at: z.string() })
      .transform((row): QueueAction => ({ action: row.action, actorName: row.actor_name, at: row.at })),
    sql`select action, actor_name, at from queue_action where media_file_id = ${mediaFileId} order by id`,
  )

// More than any one deed is about.
const ACTIONS_LOOKED_AT = 2_000

/** What people did lately, newest first. What one did to many files at once is one deed. */
export const deedsOnQueue = (db: Queryable, limit: number) =>
  db.many(
    z
      .object({
        action: QueueAction.shape.action,
        actor_name: z.string(),
        at: z.string(),
        files: z.number(),
        original_name: z.string().nullable(),
      })
      .transform(
        (row): QueueDeed => ({
          action: row.action,
          actorName: row.actor_name,
          at: row.at,
          files: row.files,
          originalName: row.files === 1 ? row.original_name : null,
        }),
      ),
    sql`
      select a.action, a.actor_name, a.at, count(a.media_file_id) as files, min(m.original_name) as original_name
      from (select * from queue_action order by id desc limit ${ACTIONS_LOOKED_AT}) a
      left join media_file m on m.id = a.media_file_id and m.deleted_at is null
      -- Those of one transaction have its time.
      group by a.action, a.actor_id, a.actor_name, a.at
      order by max(a.id) desc
      limit ${limit}
    `,
  )

/** A worker says every ten seconds that it lives; two missed words may be a busy machine. */
const ALIVE_SECONDS = 30
const REMEMBERED = 20

/** Workers of the last day, last seen first. */
export const workersSeen = (db: Queryable) =>
  db.many(
    z
      .object({
        id: z.string(),
        host: z.string(),
        pid: z.number(),
        started_at: z.string(),
        seen_at: z.string(),
        is_alive: z.boolean(),
      })
      .transform(
        (row): QueueWorker => ({
          id: row.id,
          host: row.host,
          pid: row.pid,
          startedAt: row.started_at,
          seenAt: row.seen_at,
          isAlive: row.is_alive,
        }),
      ),
    sql`
      select id, host, pid, started_at, seen_at,
        seen_at > clock_timestamp() - make_interval(secs => ${ALIVE_SECONDS}) as is_alive
      from media_worker
      where seen_at > clock_timestamp() - interval '1 day'
      order by seen_at desc
      limit ${REMEMBERED}
    `,
  )
