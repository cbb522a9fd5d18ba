import { Id } from '@griot/contracts/values'
import { type Sql, sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { changeFeeds, lockShows } from '../publishing/feed-changes.ts'
import { Visibility, visibilityColumns } from '../publishing/publishing.queries.ts'

const Moderated = z.object({
  id: Id,
  title: z.string(),
  ownerId: Id,
  isHidden: z.boolean().describe('By an admin. The block of the host is separate.'),
})

const LockedPodcast = Moderated.extend({ isFeatured: z.boolean() })

/** Locks a podcast of any host until the transaction ends. */
export const lockAnyPodcast = (tx: Tx, id: string) =>
  tx.maybeOne(
    LockedPodcast,
    sql`
      select id, title, host_id as "ownerId", hidden_at is not null as "isHidden", featured_at is not null as "isFeatured"
      from podcast where id = ${id} for update
    `,
  )

/** Locks an episode of any host until the transaction ends. */
export const lockAnyEpisode = async (tx: Tx, id: string) => {
  await lockShows(tx, { episodeIds: [id] })
  return tx.maybeOne(
    Moderated,
    sql`
      select id, title, host_id as "ownerId", hidden_at is not null as "isHidden" from episode where id = ${id} for update
    `,
  )
}

/** Null: not hidden. */
const assignHidden = (reason: string | null): Sql => sql`
  hidden_at = case when ${reason}::text is not null then clock_timestamp() end, hidden_reason = ${reason}
`

export const setPodcastHidden = (tx: Tx, id: string, reason: string | null) =>
  tx.run(sql`update podcast set ${assignHidden(reason)} where id = ${id}`)

export const setEpisodeHidden = (tx: Tx, id: string, reason: string | null) =>
  changeFeeds(tx, { episodeIds: [id] }, () =>
    tx.one(
      Visibility,
      sql`
        update episode e set ${assignHidden(reason)}, visibility_version = e.visibility_version + 1
        where e.id = ${id} returning ${visibilityColumns}
      `,
    ),
  )

export const setPodcastFeatured = (tx: Tx, id: string, isFeatured: boolean) =>
  tx.run(sql`update podcast set featured_at = case when ${isFeatured} then clock_timestamp() end where id = ${id}`)
