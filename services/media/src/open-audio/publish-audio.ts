import { FileChapter } from '@griot/contracts/catalog/chapters'
import { MediaProcessed } from '@griot/contracts/events'
import { type Sql, sql, type Tx } from '@griot/service-kit/db/db'
import { publish } from '@griot/service-kit/queue/outbox'
import { z } from 'zod'

const PublishedLink = z.object({
  episodeId: z.string(),
  version: z.number(),
  audioFileId: z.string(),
  audioSha256: z.string(),
  duration: z.number().nullable(),
  mp3Bytes: z.number().nullable(),
  chapters: z.array(FileChapter).nullable(),
})

/** Publishes the audio of the episodes of these `link`s, with a higher version of each link. */
const publishLinks = async (tx: Tx, links: Sql) => {
  const changed = await tx.many(
    PublishedLink,
    sql`
      update episode_media link set version = link.version + 1 from media_file file
      where ${links} and file.id = link.media_file_id
      returning link.episode_id as "episodeId", link.version, link.media_file_id as "audioFileId",
        encode(file.sha256, 'hex') as "audioSha256", file.duration_seconds as duration, file.chapters,
        (select mp3.size_bytes from episode_mp3 mp3 where mp3.episode_id = link.episode_id) as "mp3Bytes"
    `,
  )
  await publish(tx, MediaProcessed, ...changed)
}

/** Publishes new audio or a new duration of a file, for each episode that plays it. */
export const publishProcessed = (tx: Tx, audioFileId: string) =>
  publishLinks(tx, sql`link.media_file_id = ${audioFileId}`)

/** Publishes the size of the MP3 of these episodes. */
export const publishMp3 = (tx: Tx, episodeIds: readonly string[]) =>
  publishLinks(tx, sql`link.episode_id = any(${episodeIds}::uuid[])`)
