import type { EpisodeStatus } from '@griot/contracts/catalog/episodes'
import { EpisodeVisibility } from '@griot/contracts/events'
import { Id } from '@griot/contracts/values'
import { type Sql, sql, type Tx } from '@griot/service-kit/db/db'
import { publish } from '@griot/service-kit/queue/outbox'
import { z } from 'zod'

/** Episode `e` is published, and neither it nor its podcast is hidden. */
export const isPublished = sql`(e.status = 'published' and e.hidden_at is null and not e.podcast_hidden)`

/** Episode `e` has playable audio. Media measures the duration once it has accepted the file. */
export const isPlayable = sql`(e.audio_file_id is not null and e.measured_seconds is not null)`

/**
 * The podcast has a published, playable episode; all others are visible to their members and to admins only. `offset 0`
 * keeps this a lookup per row: as a join, PostgreSQL may read all episodes for one page of podcasts. The id may be a
 * column of an outer `e`.
 */
export const isListed = (podcastId: Sql) => sql`
  exists (
    select from (select ${podcastId} as id) of_podcast join episode e on e.podcast_id = of_podcast.id
    where ${isPublished} and ${isPlayable} offset 0
  )
`

/** The condition under which everyone may see episode `e`. */
export const isShown = sql`(${isPublished} and (${isPlayable} or ${isListed(sql`e.podcast_id`)}))`

/** Assignments that change the state of episode `e`, with all derived columns. */
export const assignStatus = (status: Sql, publishAt: Sql = sql`null`) => sql`
  status = ${status},
  publish_at = ${publishAt},
  first_published_at = case when ${status} = 'published' then coalesce(e.first_published_at, clock_timestamp())
    else e.first_published_at end,
  release_date = case
    when ${status} = 'published' and e.first_published_at is null and not e.is_backdated then clock_timestamp()
    else e.release_date end,
  is_backdated = e.is_backdated and ${status} <> 'scheduled',
  visibility_version = e.visibility_version + ((${status} = 'published') <> (e.status = 'published'))::integer
`

/** The visibility of an episode with its tags, as published to media. */
export const Visibility = z.object({
  id: Id,
  isPublished: z.boolean(),
  version: z.number().int(),
  wasPublished: z.boolean(),
  title: z.string(),
  podcastTitle: z.string(),
  chapters: z.array(z.object({ start: z.number(), title: z.string() })),
})
type Visibility = z.infer<typeof Visibility>
export const visibilityColumns = sql`
  e.id, ${isPublished} as "isPublished", e.visibility_version as version,
  e.first_published_at is not null as "wasPublished", e.title, coalesce(e.chapters, '[]') as chapters,
  coalesce((select of_episode.title from podcast of_episode where of_episode.id = e.podcast_id), '') as "podcastTitle"
`

/** Publishes to media whether everyone may play these episodes. A deletion has the version after the last one. */
export const publishVisibility = (tx: Tx, episodes: readonly Visibility[], isDeleted = false) =>
  publish(
    tx,
    EpisodeVisibility,
    ...episodes.map(({ id, version, isPublished, wasPublished, ...tags }) => ({
      episodeId: id,
      version: isDeleted ? version + 1 : version,
      isPublished: isPublished && !isDeleted,
      isDeleted,
      wasPublished,
      tags,
    })),
  )

export const setStatus = (tx: Tx, id: string, status: EpisodeStatus, publishAt: string | null) =>
  tx.one(
    Visibility,
    sql`
      update episode e set ${assignStatus(sql`${status}::text`, sql`${publishAt}::timestamptz`)}
      where e.id = ${id}
      returning ${visibilityColumns}
    `,
  )

/** Publishes an episode that waits for its audio, if the audio is playable. */
export const publishIfReady = async (tx: Tx, episodeId: string) => {
  const published = await tx.many(
    Visibility,
    sql`
      update episode e set ${assignStatus(sql`'published'`)}
      where e.id = ${episodeId} and e.status = 'when_ready' and ${isPlayable}
      returning ${visibilityColumns}
    `,
  )
  await publishVisibility(tx, published)
}

const LockedEpisode = Visibility.extend({
  podcastId: Id,
  audioFileId: Id.nullable(),
  isPlayable: z.boolean(),
  wasPublished: z.boolean(),
})

/** Locks an episode until the transaction ends. */
export const lockEpisode = (tx: Tx, id: string) =>
  tx.maybeOne(
    LockedEpisode,
    sql`
      select ${visibilityColumns}, e.podcast_id as "podcastId", e.audio_file_id as "audioFileId",
        ${isPlayable} as "isPlayable", e.first_published_at is not null as "wasPublished"
      from episode e where e.id = ${id} for update
    `,
  )
