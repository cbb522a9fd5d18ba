import { FileChapter } from '@griot/contracts/catalog/chapters'
import type { EpisodeVisibility } from '@griot/contracts/events'
import { sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { lockFile } from '../files/media-file.ts'
import { removeMp3s } from '../open-audio/mp3.queries.ts'
import { publishMp3 } from '../open-audio/publish-audio.ts'
import { settleMp3s } from '../open-audio/settle-mp3.ts'

export const Link = z.object({ episodeId: z.string(), version: z.number() })

const Chapters = z.object({ chapters: z.array(FileChapter).nullable() })

/** The chapters of a file; null without, and until it is measured. */
export const chaptersOfFile = async (tx: Tx, id: string) =>
  (await tx.one(Chapters, sql`select chapters from media_file where id = ${id}`)).chapters

const Playing = z.object({ mediaFileId: z.string().nullable(), isKnown: z.boolean() })

/**
 * Applies an event about an episode; ignores events older than the last. Unlinks a deleted episode. The MP3 of an episode
 * that was published before this release begins later, a few at a time.
 */
export const followEpisode = async (
  tx: Tx,
  { episodeId, version, isPublished, isDeleted, tags, wasPublished }: z.output<typeof EpisodeVisibility.data>,
): Promise<void> => {
  const playing = await tx.maybeOne(
    Playing,
    sql`
      select link.media_file_id as "mediaFileId",
        exists (select from episode_mp3 mp3 where mp3.episode_id = link.episode_id) or not v.is_published as "isKnown"
      from episode_media link left join episode_visibility v using (episode_id) where episode_id = ${episodeId}
    `,
  )
  // Before the rows of the episode, as linking does.
  if (playing?.mediaFileId) await lockFile(tx, playing.mediaFileId)
  const changed = await tx.run(sql`
    insert into episode_visibility as v (episode_id, is_published, version, tags, is_removed)
    values (
      ${episodeId}, ${isPublished}, ${version}, ${tags === undefined ? null : JSON.stringify(tags)}::jsonb,
      ${isDeleted && wasPublished === true}
    )
    on conflict (episode_id) do update set is_published = excluded.is_published, version = excluded.version,
      tags = coalesce(excluded.tags, v.tags), is_removed = excluded.is_removed
    where v.version < excluded.version
  `)
  if (changed === 0) return
  if (isDeleted) {
    await removeMp3s(tx, { episodeId })
    await tx.run(sql`
      update episode_media set media_file_id = null, version = version + 1
      where episode_id = ${episodeId} and media_file_id is not null
    `)
  } else if (playing?.mediaFileId && playing.isKnown) {
    await publishMp3(tx, await settleMp3s(tx, [playing.mediaFileId]))
  }
}
