import { PrivateFeed } from '@griot/contracts/catalog/private-feeds'
import { Id } from '@griot/contracts/values'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { listPage, TimePosition } from '../lists.ts'

const columns = sql`
  f.id, f.podcast_id as "podcastId", p.title as "podcastTitle", f.name, f.created_at as "createdAt"
`

interface NewRow {
  podcastId: string
  userId: string
  name: string
  tokenHash: Buffer
}

export const insertPrivateFeed = (tx: Tx, { podcastId, userId, name, tokenHash }: NewRow) =>
  tx.one(
    PrivateFeed,
    sql`
      with f as (
        insert into private_feed (podcast_id, user_id, name, token_hash)
        values (${podcastId}, ${userId}, ${name}, ${tokenHash}) returning *
      )
      select ${columns} from f join podcast p on p.id = f.podcast_id
    `,
  )

/** Counts the feeds of a user for a podcast. Parallel calls for one user run one after the other. */
export const lockAndCountFeeds = async (tx: Tx, podcastId: string, userId: string) => {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('private_feed ' || ${userId}, 0))`)
  return tx.run(sql`select from private_feed where podcast_id = ${podcastId} and user_id = ${userId}`)
}

/** A blocked user may hold an identity token for up to a minute. */
export const isBlocked = async (tx: Tx, userId: string) =>
  (await tx.run(sql`select from host_visibility where host_id = ${userId} and is_hidden`)) > 0

interface Page {
  cursor?: string | undefined
  limit: number
  podcastId?: string | undefined
}

export const listPrivateFeeds = (db: Queryable, userId: string, { podcastId, ...page }: Page) =>
  listPage(
    db,
    {
      row: PrivateFeed,
      columns,
      from: sql`private_feed f join podcast p on p.id = f.podcast_id`,
      filter: [sql`f.user_id = ${userId}`, podcastId !== undefined && sql`f.podcast_id = ${podcastId}`],
      sortedBy: [sql`f.created_at`],
      id: sql`f.id`,
      position: TimePosition,
    },
    page,
  )

/** Returns 0 if the user has no such feed. */
export const deletePrivateFeed = (db: Queryable, id: string, userId: string) =>
  db.run(sql`delete from private_feed where id = ${id} and user_id = ${userId}`)

/** Revokes all private feeds of a user who is blocked or deleted. */
export const deletePrivateFeedsOf = (db: Queryable, userId: string) =>
  db.run(sql`delete from private_feed where user_id = ${userId}`)

/** The podcast whose private feed has this token; undefined if it was revoked. */
export const findPrivateFeed = (db: Queryable, tokenHash: Buffer) =>
  db.maybeOne(
    z.object({ podcastId: Id }),
    sql`select podcast_id as "podcastId" from private_feed where token_hash = ${tokenHash}`,
  )

/** Whether the feed with this token contains the episode. Media decides whether the episode is published. */
export const isInPrivateFeed = async (db: Queryable, tokenHash: Buffer, episodeId: string) =>
  (await db.run(sql`
    select from private_feed f join episode e on e.podcast_id = f.podcast_id
    where f.token_hash = ${tokenHash} and e.id = ${episodeId}
  `)) > 0
