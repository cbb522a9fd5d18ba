import { type EpisodeVisibility, MediaProcessed } from '@griot/contracts/events'
import { sql, type Tx } from '@griot/service-kit/db/db'
import { publish } from '@griot/service-kit/queue/outbox'
import { z } from 'zod'

export const Link = z.object({ episodeId: z.string(), version: z.number() })

/** Publishes new audio or a new duration of a file, with a higher version of each link. */
export const publishProcessed = async (tx: Tx, audioFileId: string, duration: number | null) => {
  const links = await tx.many(
    Link.extend({ audioSha256: z.string() }),
    sql`
      update episode_media link set version = link.version + 1 from media_file file
      where link.media_file_id = ${audioFileId} and file.id = link.media_file_id
      returning link.episode_id as "episodeId", link.version, encode(file.sha256, 'hex') as "audioSha256"
    `,
  )
  await publish(tx, MediaProcessed, ...links.map((link) => ({ ...link, audioFileId, duration })))
}

/** Applies an event about an episode's visibility; ignores events older than the last. Unlinks a deleted episode. */
export const followEpisode = async (
  tx: Tx,
  { episodeId, version, isPublished, isDeleted }: z.output<typeof EpisodeVisibility.data>,
): Promise<void> => {
  const changed = await tx.run(sql`
    insert into episode_visibility as v (episode_id, is_published, version)
    values (${episodeId}, ${isPublished}, ${version})
    on conflict (episode_id) do update set is_published = excluded.is_published, version = excluded.version
    where v.version < excluded.version
  `)
  if (changed === 0 || !isDeleted) return
  await tx.run(sql`
    update episode_media set media_file_id = null, version = version + 1
    where episode_id = ${episodeId} and media_file_id is not null
  `)
}
