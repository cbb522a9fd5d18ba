import type { NoticeSent } from '@griot/contracts/events'
import { MAX_UNREAD, Notice } from '@griot/contracts/notices'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { listPage, TimePosition } from '../lists.ts'

type NewNotice = z.output<typeof NoticeSent.data>

/** Sends messages to users, in the transaction of the change that they are about. */
export const insertNotices = async (tx: Tx, notices: readonly NewNotice[]): Promise<void> => {
  const [merging, single] = [notices.filter(isMerging), notices.filter(({ merge }) => merge === undefined)]
  // In one order, so that two transactions do not wait for each other.
  for (const notice of merging.toSorted((one, other) => one.userId.localeCompare(other.userId))) {
    await mergeNotice(tx, notice)
  }
  if (single.length === 0) return
  await tx.run(sql`
    insert into notice (user_id, title, text, link)
    select "userId", title, text, link from json_to_recordset(${JSON.stringify(single)}::json)
      as given ("userId" uuid, title text, text text, link text)
  `)
}

type Merging = NewNotice & { merge: NonNullable<NewNotice['merge']> }
const isMerging = (notice: NewNotice): notice is Merging => notice.merge !== undefined

/** Adds to the notice of the last hour, which is the newest and unread again; without one inserts a notice. */
const mergeNotice = async (tx: Tx, { userId, title, text, link, merge }: Merging) => {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`notice ${userId}`}, 0))`)
  const count = sql`(merged_count + 1)::text`
  const merged = await tx.run(sql`
    update notice set merged_count = merged_count + 1, created_at = clock_timestamp(), read_at = null,
      title = replace(${merge.title}, '{count}', ${count}), text = replace(${merge.text}, '{count}', ${count}),
      link = ${merge.link}
    where user_id = ${userId} and merge_key = ${merge.key} and merge_until > clock_timestamp()
  `)
  if (merged > 0) return
  await tx.run(sql`
    insert into notice (user_id, title, text, link, merge_key, merge_until)
    values (${userId}, ${title}, ${text}, ${link}, ${merge.key}, clock_timestamp() + interval '1 hour')
  `)
}

/** The messages to a user, newest first. */
export const listNotices = (db: Queryable, userId: string, page: { cursor?: string | undefined; limit: number }) =>
  listPage(
    db,
    {
      row: Notice,
      columns: sql`id, title, text, link, created_at as "createdAt", read_at as "readAt"`,
      from: sql`notice`,
      filter: [sql`user_id = ${userId}`],
      sortedBy: [sql`created_at`],
      id: sql`id`,
      position: TimePosition,
    },
    page,
  )

export const countUnread = (db: Queryable, userId: string) =>
  db.one(
    z.object({ count: z.number() }),
    sql`
      select count(*) as count from (
        select from notice where user_id = ${userId} and read_at is null limit ${MAX_UNREAD}
      ) unread
    `,
  )

export const markRead = (db: Queryable, userId: string, until: string) =>
  db.run(sql`
    update notice set read_at = clock_timestamp()
    where user_id = ${userId} and read_at is null and created_at <= ${until}
  `)

/** Deletes messages that are older than a year. */
export const deleteOldNotices = (db: Queryable) =>
  db.run(sql`delete from notice where created_at < clock_timestamp() - interval '1 year'`)
