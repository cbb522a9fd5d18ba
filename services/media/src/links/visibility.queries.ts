import type { EpisodeVisibility } from '@griot/contracts/events'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db'
import { z } from 'zod'

/** What catalog said of an episode when a link was made; news of it, before or after, stands above. */
export const noteVisibility = (tx: Tx, episodeId: string, isPublished: boolean) =>
  tx.run(sql`
    insert into episode_visibility as v (episode_id, is_published, version) values (${episodeId}, ${isPublished}, 0)
    on conflict (episode_id) do update set is_published = excluded.is_published where v.version = 0
  `)

/** Takes over who may see an episode; older news than the last changes nothing. A deleted episode plays no file. */
export const followEpisode = async (
  tx: Tx,
  { episodeId, version, isPublished, isDeleted }: z.output<typeof EpisodeVisibility.data>,
): Promise<void> => {
  const isNews = await tx.run(sql`
    insert into episode_visibility as v (episode_id, is_published, version)
    values (${episodeId}, ${isPublished}, ${version})
    on conflict (episode_id) do update set is_published = excluded.is_published, version = excluded.version
    where v.version < excluded.version
  `)
  if (isNews === 0 || !isDeleted) return
  await tx.run(sql`
    update episode_media set media_file_id = null, version = version + 1
    where episode_id = ${episodeId} and media_file_id is not null
  `)
}

/** Whether an episode that everybody sees plays this file. */
export const isHeardByAll = async (db: Queryable, mediaFileId: string) => {
  const { found } = await db.one(
    z.object({ found: z.boolean() }),
    sql`
      select exists (
        select from episode_media e left join episode_visibility v using (episode_id)
        where e.media_file_id = ${mediaFileId} and coalesce(v.is_published, true)
      ) as found
    `,
  )
  return found
}
