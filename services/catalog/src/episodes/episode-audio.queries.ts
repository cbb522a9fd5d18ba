import type { MediaLinked } from '@griot/contracts/events'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { changeFeeds } from '../publishing/feed-changes.ts'
import { publishIfReady } from '../publishing/publishing.queries.ts'

type EpisodeAudio = z.output<typeof MediaLinked.data>

/** Applies an audio event of media. Ignores an event older than the last one. */
export const applyAudioEvent = (
  tx: Tx,
  { episodeId, version, audioFileId, duration, audioSha256 = null, mp3Bytes, chapters = null }: EpisodeAudio,
): Promise<void> =>
  changeFeeds(tx, { episodeIds: [episodeId] }, async () => {
    await tx.run(sql`
      update episode
      set audio_file_id = ${audioFileId}, measured_seconds = ${audioFileId === null ? null : duration},
        audio_sha256 = decode(${audioSha256}, 'hex'), audio_version = ${version},
        mp3_bytes = ${mp3Bytes === undefined ? sql`mp3_bytes` : mp3Bytes},
        file_chapters = nullif(${JSON.stringify(chapters)}::jsonb, 'null')
      where id = ${episodeId} and audio_version < ${version}
    `)
    await publishIfReady(tx, episodeId)
  })

const Version = z.object({ version: z.number() })

export const audioVersionOf = async (db: Queryable, id: string) =>
  (await db.maybeOne(Version, sql`select audio_version as version from episode where id = ${id}`))?.version

/** Sets audio that was just linked, before its event arrives. Does nothing if an event newer than `seenVersion` was applied. */
export const setLinkedAudio = (
  tx: Tx,
  {
    episodeId,
    audioFileId,
    duration,
    audioSha256 = null,
    seenVersion,
  }: Omit<EpisodeAudio, 'version'> & { seenVersion: number },
) =>
  changeFeeds(tx, { episodeIds: [episodeId] }, async () => {
    await tx.run(sql`
      update episode set audio_file_id = ${audioFileId}, measured_seconds = ${duration},
        audio_sha256 = decode(${audioSha256}, 'hex')
      where id = ${episodeId} and audio_version = ${seenVersion}
    `)
    await publishIfReady(tx, episodeId)
  })
