import type { QueryOf } from '@griot/contracts/endpoint'
import {
  type GetQueue,
  QueueAction,
  QueueAuditEntry,
  QueueOverview,
  QueueRow,
  QueueWorker,
} from '@griot/contracts/queue'
import { emptySql, type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { type Caller, nameOf } from '@griot/service-kit/identity/identity'
import { z } from 'zod'
import { isAfter } from '../files/media-file.ts'
import { ProbeMedia } from '../processing/probe-media.job.ts'

/** The file `m` has failed, or it is ready and its rendition `r` has failed. */
export const HAS_FAILED = sql`
  (m.deleted_at is null and (m.status = 'failed' or (m.status = 'ready' and r.status = 'failed')))
`
/** The failure is permanent. Applies only to a file that has failed. */
export const IS_PERMANENT = sql`(case when m.status = 'failed' then m.is_hopeless else coalesce(r.is_hopeless, false) end)`

// The row of a file that is not being processed has its state. Otherwise the last step of its timeline decides.
const files = (ownerId: string | null) => sql`
  select
    m.id, m.original_name as "originalName", m.size_bytes as "fileSize",
    m.owner_id as "ownerId", m.owner_name as "ownerName", m.created_at as "createdAt",
    coalesce(m.progress, r.progress) as percent, coalesce(m.failure, r.failure) as failure,
    (${HAS_FAILED} and ${IS_PERMANENT}) is true as "isHopeless",
    last.kind as step, last.at as since, last.attempt, ${ProbeMedia.attempts}::int as attempts,
    array(
      select e.episode_id from episode_media e where e.media_file_id = m.id order by e.linked_at
    ) as "episodeIds",
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
  where m.deleted_at is null ${ownerId === null ? emptySql : sql`and m.owner_id = ${ownerId}`}
`

export type PageRequest = QueryOf<typeof GetQueue>

/** The files of an owner, or of all owners for null, newest first. */
export const queueRows = (db: Queryable, ownerId: string | null, { state, cursor, limit }: PageRequest) =>
  db.many(
    QueueRow,
    sql`
      select * from (
        ${files(ownerId)}
          ${state === 'ready' ? sql`and m.status = 'ready'` : emptySql}
          ${state === 'failed' ? sql`and (m.status = 'failed' or r.status = 'failed')` : emptySql}
          ${state === undefined ? sql`and (m.status <> 'ready' or r.status in ('processing', 'failed'))` : emptySql}
          ${isAfter(cursor)}
      ) f
      ${state === undefined ? emptySql : sql`where f.state = ${state}`}
      order by f."createdAt" desc, f.id desc
      limit ${limit}
    `,
  )

export const queueRow = (db: Queryable, id: string) => db.maybeOne(QueueRow, sql`${files(null)} and m.id = ${id}`)

export const queueCounts = async (db: Queryable, ownerId: string | null) => {
  const { oldestWaiting, ...counts } = await db.one(
    QueueOverview.shape.counts.extend({ oldestWaiting: z.string().nullable() }),
    sql`
      select
        count(*) filter (where state = 'waiting') as waiting,
        count(*) filter (where state = 'active') as active,
        count(*) filter (where state = 'retrying') as retrying,
        count(*) filter (where state = 'failed') as failed,
        count(*) filter (where "isHopeless") as hopeless,
        count(*) filter (where state = 'ready') as ready,
        min(since) filter (where state = 'waiting') as "oldestWaiting"
      from (
        ${files(ownerId)} and (
          m.status <> 'ready' or r.status in ('processing', 'failed')
          or m.created_at > clock_timestamp() - interval '24 hours'
        )
      ) f
    `,
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

/** Records an action of a user on files, or on the whole queue (null). Actions of one transaction have the same time. */
export const recordActions = (
  tx: Tx,
  caller: Caller,
  action: QueueAction['action'],
  mediaFileIds: readonly (string | null)[],
) =>
  tx.run(sql`
    insert into queue_action (action, actor_id, actor_name, media_file_id, at)
    select ${action}, ${caller.id}::uuid, ${nameOf(caller)}, media_file_id, now()
    from unnest(${mediaFileIds}::uuid[]) with ordinality as given (media_file_id, nr) order by nr
  `)

/** The actions on a file, oldest first. */
export const actionsOn = (db: Queryable, mediaFileId: string) =>
  db.many(
    QueueAction,
    sql`
      select action, actor_name as "actorName", at from queue_action where media_file_id = ${mediaFileId} order by id
    `,
  )

// More actions than one transaction records.
const SCANNED_ACTIONS = 2_000

/** The latest actions, newest first. The actions of one transaction are one entry. */
export const latestActions = (db: Queryable, limit: number) =>
  db.many(
    QueueAuditEntry,
    sql`
      select a.action, a.actor_name as "actorName", a.at, count(a.media_file_id) as files,
        case when count(a.media_file_id) = 1 then min(m.original_name) end as "originalName"
      from (select * from queue_action order by id desc limit ${SCANNED_ACTIONS}) a
      left join media_file m on m.id = a.media_file_id and m.deleted_at is null
      group by a.action, a.actor_id, a.actor_name, a.at
      order by max(a.id) desc
      limit ${limit}
    `,
  )
