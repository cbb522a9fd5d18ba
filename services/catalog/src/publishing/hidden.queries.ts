import { type Sql, sql, type Tx } from '@griot/service-kit/db/db'
import { setFeedChanged } from './feed-changes.ts'
import { publishVisibility, Visibility, visibilityColumns } from './publishing.queries.ts'

/** The shows of this user are hidden because the user is blocked. */
export const isHiddenHost = (userId: Sql) => sql`
  exists (select from host_visibility v where v.host_id = ${userId} and v.is_hidden)
`

/** Podcast `p` is hidden: by an admin, or because its host is blocked. */
export const isHiddenPodcast = sql`(p.hidden_at is not null or p.hidden_by_block)`

const podcastReason = sql`coalesce(p.hidden_reason, 'The account of its host is blocked.')`

/** The reason for the owner of podcast `p`; null if it is not hidden. */
export const podcastHiddenReason = sql`case when ${isHiddenPodcast} then ${podcastReason} end`

/** The reason for the owner of episode `e` of podcast `p`; null if neither is hidden. */
export const episodeHiddenReason = sql`
  case when e.hidden_at is not null then e.hidden_reason when e.podcast_hidden then ${podcastReason} end
`

/**
 * Copies the hidden state of podcasts to their episodes, and publishes it to media. To be called in the transaction that
 * has changed `hidden_at` or `hidden_by_block`; does nothing for episodes that have the state already.
 */
export const applyPodcastHidden = async (tx: Tx, podcastIds: readonly string[]) => {
  const changed = await tx.many(
    Visibility,
    sql`
      update episode e
      set podcast_hidden = ${isHiddenPodcast}, visibility_version = e.visibility_version + 1
      from podcast p
      where p.id = any(${podcastIds}::uuid[]) and e.podcast_id = p.id and e.podcast_hidden <> ${isHiddenPodcast}
      returning ${visibilityColumns}
    `,
  )
  await publishVisibility(tx, changed)
  // The feed of a show disappears with it.
  if (changed.length > 0) await setFeedChanged(tx, podcastIds)
}
