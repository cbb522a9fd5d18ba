import type { BodyOf } from '@griot/contracts/endpoint'
import { QueueBulk, type StartQueueBulk } from '@griot/contracts/queue'
import { emptySql, plannedForValues, type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { NewestFirst } from '@griot/service-kit/db/newest-first'
import type { Caller } from '@griot/service-kit/identity/identity'
import { z } from 'zod'
import { APPLIES_TO } from './change-files.ts'
import type { Actor } from './queue-actions.queries.ts'
import { isListed } from './queue-filter.ts'

const columns = sql`
  id, action, state, actor_name as "actorName", total, done, skipped, failed, created_at as "createdAt",
  finished_at as "finishedAt"
`
const ofCaller = ({ isAdmin, id }: Caller) => (isAdmin ? sql`true` : sql`actor_id = ${id}`)

const LATEST = 5

export const latestBulks = (db: Queryable, caller: Caller) => listBulks(db, caller, { limit: LATEST })

export const listBulks = (db: Queryable, caller: Caller, request: { cursor?: string | undefined; limit: number }) => {
  const position = NewestFirst.read(request.cursor)
  return db.many(
    QueueBulk,
    plannedForValues(sql`
      select ${columns} from queue_bulk
      where ${ofCaller(caller)}
        ${position ? sql`and (created_at, id) < (${position[0]}::timestamptz, ${position[1]}::uuid)` : emptySql}
      order by created_at desc, id desc limit ${request.limit}
    `),
  )
}

export const findBulk = (db: Queryable, caller: Caller, id: string) =>
  db.maybeOne(QueueBulk, sql`select ${columns} from queue_bulk where id = ${id} and ${ofCaller(caller)}`)

/** Adds the action with its files. Of a selection, files to which the action does not apply are skipped later. */
export const insertBulk = async (
  tx: Tx,
  caller: Caller,
  actor: Actor,
  { action, mediaFileIds, filter = {} }: BodyOf<typeof StartQueueBulk>,
) => {
  const chosen =
    mediaFileIds === undefined
      ? sql`${isListed(caller, filter)} and ${APPLIES_TO[action]}`
      : sql`q.media_file_id = any(${mediaFileIds}::uuid[]) ${caller.isAdmin ? emptySql : sql`and q.owner_id = ${caller.id}`}`
  const { id } = await tx.one(
    z.object({ id: z.string() }),
    sql`
      insert into queue_bulk (action, actor_id, actor_name, total) values (${action}, ${actor.id}, ${actor.name}, 0)
      returning id
    `,
  )
  const total = await tx.run(
    plannedForValues(sql`
      insert into queue_bulk_file (bulk_id, media_file_id) select ${id}::uuid, q.media_file_id from queue_entry q where ${chosen}
    `),
  )
  return tx.one(QueueBulk, sql`update queue_bulk set total = ${total} where id = ${id} returning ${columns}`)
}

const Running = z.object({
  id: z.string(),
  action: QueueBulk.shape.action,
  actor: z.object({ id: z.string(), name: z.string() }),
})
export type Batch = z.output<typeof Running> & { fileIds: string[] }

const running = sql`
  select id, action, json_build_object('id', actor_id, 'name', actor_name) as actor from queue_bulk where state = 'running'
`

/** The next files of a locked action. Read after the lock, because another instance may have handled some meanwhile. */
const filesOf = async (tx: Tx, bulkId: string, limit: number, among?: readonly string[]) => {
  const files = await tx.many(
    z.object({ id: z.string() }),
    sql`
      select media_file_id as id from queue_bulk_file
      where bulk_id = ${bulkId} ${among === undefined ? emptySql : sql`and media_file_id = any(${among}::uuid[])`}
      order by media_file_id limit ${limit}
    `,
  )
  return files.map(({ id }) => id)
}

/** Locks the running action that has waited longest, and returns its next files. Another instance skips it. */
export const nextBatch = async (tx: Tx, limit: number): Promise<Batch | undefined> => {
  const bulk = await tx.maybeOne(Running, sql`${running} order by touched_at limit 1 for update skip locked`)
  return bulk && { ...bulk, fileIds: await filesOf(tx, bulk.id, limit) }
}

/** Locks the action of a batch, and returns the files that no instance has handled. Undefined if none is left. */
export const remainingBatch = async (tx: Tx, { id, fileIds }: Batch): Promise<Batch | undefined> => {
  const bulk = await tx.maybeOne(Running, sql`${running} and id = ${id} for update`)
  const remaining = bulk === undefined ? [] : await filesOf(tx, id, fileIds.length, fileIds)
  return bulk && remaining.length > 0 ? { ...bulk, fileIds: remaining } : undefined
}

/** Records the result of a batch. Files that were deleted meanwhile count as skipped at the end. */
export const recordBatch = async (
  tx: Tx,
  { id, fileIds }: Batch,
  { done, skipped, failed }: { done: number; skipped: number; failed: number },
) => {
  await tx.run(sql`delete from queue_bulk_file where bulk_id = ${id} and media_file_id = any(${fileIds}::uuid[])`)
  await tx.run(sql`
    update queue_bulk b set
      done = done + ${done}, skipped = skipped + ${skipped}, failed = failed + ${failed},
      touched_at = clock_timestamp()
    where id = ${id}
  `)
  await tx.run(sql`
    update queue_bulk b set state = 'done', finished_at = clock_timestamp(), skipped = total - done - failed
    where id = ${id} and not exists (select 1 from queue_bulk_file f where f.bulk_id = b.id)
  `)
  await notifyStreams(tx, id)
}

/** Ends a running action. Returns false if it has ended. */
export const endBulk = async (tx: Tx, id: string) => {
  const ended = await tx.run(sql`
    update queue_bulk set state = 'cancelled', finished_at = clock_timestamp() where id = ${id} and state = 'running'
  `)
  if (ended === 0) return false
  await tx.run(sql`delete from queue_bulk_file where bulk_id = ${id}`)
  await notifyStreams(tx, id)
  return true
}

/** The streams of the queue report an id without a file as a change of the actions. */
export const notifyStreams = (tx: Tx, id: string) =>
  tx.run(sql`select announce_media_file(id, actor_id, false) from queue_bulk where id = ${id}`)
