import { type Episode, GetEpisode } from '@griot/contracts/catalog/episodes'
import { GetPodcastAccess } from '@griot/contracts/catalog/members'
import { type EpisodeTags, MediaLinked } from '@griot/contracts/events'
import type { LinkMedia } from '@griot/contracts/media/files'
import { type Db, inTransaction, sql } from '@griot/service-kit/db/db'
import { type CallServiceOptions, callService } from '@griot/service-kit/http/call-service'
import { conflict, forbidden, notFound } from '@griot/service-kit/http/errors'
import type { Call } from '@griot/service-kit/http/parse-request'
import { publish } from '@griot/service-kit/queue/outbox'
import { fileNotFound, lockFile } from '../files/media-file.ts'
import { mp3BytesOf } from '../open-audio/mp3.queries.ts'
import { settleMp3s } from '../open-audio/settle-mp3.ts'
import { chaptersOfFile, Link } from './links.queries.ts'

/** Makes a file of the caller the audio of an episode that the caller may edit. */
export const linkFile = async (
  { db, catalogUrl }: { db: Db; catalogUrl: string },
  { user, params: { episodeId }, body: { mediaFileId, whenReady }, token, requestId }: Call<typeof LinkMedia>,
) => {
  const catalog = { url: catalogUrl, token, requestId }
  const episode = await callService(catalog, GetEpisode, { params: { id: episodeId } })
  if (episode === undefined) throw notFound('episode')
  // A catalog of the previous release knows the host only.
  if (episode.hostId !== user.id) await requireEditor(catalog, episode.podcastId)

  await inTransaction(db, async (tx) => {
    const file = await lockFile(tx, mediaFileId)
    if (file?.ownerId !== user.id) throw fileNotFound()
    const { status, duration, sha256 } = file
    if (status === 'processing' && !whenReady) {
      throw conflict('media.not_ready', 'This file is still being processed. Please link it when it is ready.')
    }
    if (status === 'failed') {
      throw conflict('media.failed', 'This file could not be processed, so no episode can play it.')
    }
    // An event from catalog about the visibility takes precedence.
    await tx.run(sql`
      insert into episode_visibility as v (episode_id, is_published, version, tags)
      values (${episodeId}, ${episode.status === 'published' && episode.hiddenReason === undefined}, 0, ${tagsOf(episode)}::jsonb)
      on conflict (episode_id) do update set is_published = excluded.is_published, tags = excluded.tags
      where v.version = 0
    `)
    const { version } = await tx.one(
      Link,
      sql`
        insert into episode_media (episode_id, media_file_id, linked_by)
        values (${episodeId}, ${mediaFileId}, ${user.id})
        on conflict (episode_id) do update set
          media_file_id = excluded.media_file_id,
          linked_by = excluded.linked_by,
          linked_at = clock_timestamp(),
          version = episode_media.version + 1
        returning episode_id as "episodeId", version
      `,
    )
    await settleMp3s(tx, [mediaFileId])
    const mp3Bytes = await mp3BytesOf(tx, episodeId)
    const chapters = await chaptersOfFile(tx, mediaFileId)
    const audio = { audioFileId: mediaFileId, duration, audioSha256: sha256, mp3Bytes, chapters }
    await publish(tx, MediaLinked, { episodeId, version, ...audio })
  })
  return { episodeId, mediaFileId, mediaType: 'audio', isDefault: true } as const
}

/** Catalog sends the chapters with an event. */
const tagsOf = ({ title, podcastTitle }: Pick<Episode, 'title' | 'podcastTitle'>) =>
  JSON.stringify({ title, podcastTitle, chapters: [] } satisfies EpisodeTags)

const requireEditor = async (catalog: CallServiceOptions, podcastId: string) => {
  const access = await callService(catalog, GetPodcastAccess, { params: { id: podcastId } })
  if (access?.mayEdit) return
  throw access?.role ? forbidden('user', `Your role in this show is ${access.role}.`) : notFound('episode')
}
