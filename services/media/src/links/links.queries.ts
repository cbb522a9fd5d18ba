import { sql, type Tx } from '@griot/service-kit/db'
import { z } from 'zod'

const Link = z
  .object({ episode_id: z.string(), version: z.number() })
  .transform((row) => ({ episodeId: row.episode_id, version: row.version }))

/** Makes a file the audio of an episode, in place of the one before. */
export const linkEpisode = (tx: Tx, link: { episodeId: string; mediaFileId: string; linkedBy: string }) =>
  tx.one(
    Link,
    sql`
      insert into episode_media (episode_id, media_file_id, linked_by)
      values (${link.episodeId}, ${link.mediaFileId}, ${link.linkedBy})
      on conflict (episode_id) do update set
        media_file_id = excluded.media_file_id,
        linked_by = excluded.linked_by,
        linked_at = clock_timestamp(),
        version = episode_media.version + 1
      returning episode_id, version
    `,
  )

/** Takes a file out of every episode that plays it. */
export const unlinkFile = (tx: Tx, mediaFileId: string) =>
  tx.many(
    Link,
    sql`
      update episode_media set media_file_id = null, version = version + 1
      where media_file_id = ${mediaFileId}
      returning episode_id, version
    `,
  )

/** A new version of each link of a file: what the episodes know about it has changed. */
export const renewLinks = (tx: Tx, mediaFileId: string) =>
  tx.many(
    Link,
    sql`
      update episode_media set version = version + 1 where media_file_id = ${mediaFileId}
      returning episode_id, version
    `,
  )
