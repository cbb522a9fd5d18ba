import { EpisodePreview } from '@griot/contracts/catalog/previews'
import { Id, Timestamp } from '@griot/contracts/values'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { type Caller, nameOf } from '@griot/service-kit/identity/identity'
import { z } from 'zod'
import { listPage, TimePosition } from '../lists.ts'

const columns = sql`
  v.id, v.creator_name as "creatorName", v.created_at as "createdAt", v.expires_at as "expiresAt"
`

interface NewRow {
  episodeId: string
  creator: Caller
  days: number
  tokenHash: Buffer
}

export const insertPreview = (tx: Tx, { episodeId, creator, days, tokenHash }: NewRow) =>
  tx.one(
    EpisodePreview,
    sql`
      insert into episode_preview as v (episode_id, token_hash, creator_id, creator_name, expires_at)
      values (${episodeId}, ${tokenHash}, ${creator.id}, ${nameOf(creator)},
        clock_timestamp() + make_interval(days => ${days}))
      returning ${columns}
    `,
  )

export const listPreviews = (db: Queryable, episodeId: string, page: { cursor?: string | undefined; limit: number }) =>
  listPage(
    db,
    {
      row: EpisodePreview,
      columns,
      from: sql`episode_preview v`,
      filter: [sql`v.episode_id = ${episodeId}`, sql`v.revoked_at is null`, sql`v.expires_at > clock_timestamp()`],
      sortedBy: [sql`v.created_at`],
      id: sql`v.id`,
      position: TimePosition,
    },
    page,
  )

/** Returns 0 if the episode has no such link. */
export const revokePreviewRow = (tx: Tx, episodeId: string, id: string) =>
  tx.run(sql`
    update episode_preview set revoked_at = clock_timestamp()
    where id = ${id} and episode_id = ${episodeId} and revoked_at is null
  `)

const Given = z.object({ episodeId: Id, expiresAt: Timestamp, isOver: z.boolean() })

/** The private link with this token, in any state. */
export const findPreview = (db: Queryable, tokenHash: Buffer) =>
  db.maybeOne(
    Given,
    sql`
      select episode_id as "episodeId", expires_at as "expiresAt",
        revoked_at is not null or expires_at <= clock_timestamp() as "isOver"
      from episode_preview where token_hash = ${tokenHash}
    `,
  )

const KEPT_DAYS = 14

/** Deletes private links some time after they expired, until when the page states that they are over. */
export const deleteOldPreviews = (db: Queryable) =>
  db.run(sql`delete from episode_preview where expires_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS})`)
