import { ShowOfAccount } from '@griot/contracts/catalog/account-deletion'
import { Id } from '@griot/contracts/values'
import { ReadFutureHosts } from '@griot/service-kit/catalog/future-hosts'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { listPage, TimePosition } from '../lists.ts'

/**
 * The owner who becomes the host of podcast `p` without its host: the one who joined first. An owner whose block hides
 * shows is the last choice.
 */
const heirOf = sql`
  lateral (
    select m.user_id, m.name from podcast_member m left join host_visibility v on v.host_id = m.user_id
    where m.podcast_id = p.id and m.role = 'owner'
    order by coalesce(v.is_hidden, false), m.created_at, m.user_id limit 1
  ) heir
`

const Heir = z.object({ userId: Id, name: z.string() })

export const findHeir = (tx: Tx, podcastId: string) =>
  tx.maybeOne(Heir, sql`select heir.user_id as "userId", heir.name from podcast p, ${heirOf} where p.id = ${podcastId}`)

/** The foreign key changes the host of the episodes. */
export const setHost = (tx: Tx, podcastId: string, hostId: string) =>
  tx.run(sql`
    update podcast set
      host_id = ${hostId},
      hidden_by_block = coalesce((select v.is_hidden from host_visibility v where v.host_id = ${hostId}), false)
    where id = ${podcastId}
  `)

export const readFutureHosts = (db: Queryable, userId: string, episodeIds: string[]) =>
  db.many(
    ReadFutureHosts.response.element,
    sql`
      select e.id as "episodeId", coalesce(heir.user_id, p.host_id) as "hostId",
        coalesce(heir.name, p.host_name) as "hostName"
      from episode e join podcast p on p.id = e.podcast_id
      left join ${heirOf} on p.host_id = ${userId}
      where e.id = any(${episodeIds}::uuid[]) and (p.host_id <> ${userId} or heir.user_id is not null)
    `,
  )

export const listShowsOfAccount = (
  db: Queryable,
  userId: string,
  page: { cursor?: string | undefined; limit: number },
) =>
  listPage(
    db,
    {
      row: ShowOfAccount,
      columns: sql`p.id, p.title, heir.name as "newHostName"`,
      from: sql`podcast p`,
      joins: sql`left join ${heirOf} on true`,
      filter: [sql`p.host_id = ${userId}`],
      sortedBy: [sql`p.created_at`],
      id: sql`p.id`,
      position: TimePosition,
    },
    page,
  )
