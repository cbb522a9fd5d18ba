import { QueueAction, QueueAuditEntry } from '@griot/contracts/queue'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { type Caller, nameOf } from '@griot/service-kit/identity/identity'

export interface Actor {
  id: string
  name: string
}

export const actorOf = (caller: Caller): Actor => ({ id: caller.id, name: nameOf(caller) })

/** Records an action of a user on files, or on the whole queue (null). Actions of one transaction have the same time. */
export const recordActions = (
  tx: Tx,
  actor: Actor,
  action: QueueAction['action'],
  mediaFileIds: readonly (string | null)[],
) =>
  tx.run(sql`
    insert into queue_action (action, actor_id, actor_name, media_file_id, at)
    select ${action}, ${actor.id}::uuid, ${actor.name}, media_file_id, now()
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
