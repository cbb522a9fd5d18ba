import type { NoticeSent } from '@griot/contracts/events'
import { MAX_UNREAD, Notice } from '@griot/contracts/notices'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { listPage, TimePosition } from '../lists.ts'

type NewNotice = z.output<typeof NoticeSent.data>

/** Sends messages to users, in the transaction of the change that they are about. */
export const insertNotices = async (tx: Tx, notices: readonly NewNotice[]): Promise<void> => {
  if (notices.length === 0) return
  await tx.run(sql`
    insert into notice (user_id, title, text, link)
    select "userId", title, text, link from json_to_recordset(${JSON.stringify(notices)}::json)
      as given ("userId" uuid, title text, text text, link text)
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
