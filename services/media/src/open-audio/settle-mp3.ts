import { isDeepStrictEqual } from 'node:util'
import { sql, type Tx } from '@griot/service-kit/db/db'
import { enqueue } from '@griot/service-kit/queue/outbox'
import { z } from 'zod'
import { costOf, isShort } from '../jobs/processing-cost.ts'
import { renditionKey } from '../storage/objects.ts'
import { MakeLongMp3, MakeMp3, Mp3Ref } from './make-mp3.job.ts'
import { retireServed, Tags } from './mp3.queries.ts'

/** Decoding and encoding, without the measurements of a check. */
export const MP3_FACTOR = 2

const Played = z.object({
  episodeId: z.string(),
  mediaFileId: z.string(),
  /** The original is an MP3, and listeners hear it. */
  isOriginal: z.boolean(),
  objectKey: z.string(),
  sizeBytes: z.number(),
  /** Of the rendition, if listeners hear it. */
  renditionId: z.string().nullable(),
  tags: Tags.nullable(),
  seconds: z.number(),
  sampleRate: z.number().nullable(),
  channels: z.number().nullable(),
  wanted: z
    .object({
      sourceKey: z.string(),
      tags: Tags.nullable(),
      step: z.string(),
      servedKey: z.string().nullable(),
      servedSourceKey: z.string().nullable(),
    })
    .nullable(),
})
type Played = z.output<typeof Played>

/** The published episodes that play these files, which are ready. */
const playedEpisodes = (tx: Tx, mediaFileIds: readonly string[]) =>
  tx.many(
    Played,
    sql`
      select link.episode_id as "episodeId", file.id as "mediaFileId", file.object_key as "objectKey",
        file.size_bytes as "sizeBytes", file.delivers = 'original' and file.format = 'mp3' as "isOriginal",
        case when file.delivers = 'rendition' then r.id end as "renditionId", v.tags,
        coalesce(file.duration_seconds, 0) as seconds, file.sample_rate as "sampleRate", file.channels,
        case when mp3.episode_id is not null then json_build_object(
          'sourceKey', mp3.source_key, 'tags', mp3.tags, 'step', mp3.step, 'servedKey', mp3.object_key,
          'servedSourceKey', mp3.served_source_key
        ) end as wanted
      from episode_media link
      join media_file file on file.id = link.media_file_id
      left join media_rendition r on r.media_file_id = file.id
      left join episode_visibility v on v.episode_id = link.episode_id
      left join episode_mp3 mp3 on mp3.episode_id = link.episode_id
      where link.media_file_id = any(${mediaFileIds}::uuid[]) and coalesce(v.is_published, true)
        and file.status = 'ready' and file.deleted_at is null
      order by link.episode_id
    `,
  )

/** Unfinished work on an MP3. */
interface Unfinished {
  episodeId: string
  step: string
}

interface Options {
  /** Selects the unfinished work that begins again, because its job has failed, was canceled, or is lost. */
  beginsAgain?: (work: Unfinished) => boolean
}

/**
 * Makes the MP3s of the published episodes that play these files follow their audio and their tags. An original that is an
 * MP3 is served as it is; the MP3 of any other one is made by a job, and an earlier one is served until then. The caller has
 * locked the files. Returns the episodes whose served file has changed, for the caller to publish.
 */
export const settleMp3s = async (
  tx: Tx,
  mediaFileIds: readonly string[],
  { beginsAgain = () => false }: Options = {},
) => {
  const changed: string[] = []
  const begun: { ref: Mp3Ref; costSeconds: number }[] = []
  for (const played of await playedEpisodes(tx, mediaFileIds)) {
    if (played.isOriginal) {
      if (await serveOriginal(tx, played)) changed.push(played.episodeId)
    } else if (isUnsettled(played, beginsAgain)) {
      begun.push(await beginMp3(tx, played))
    }
  }
  const [short, long] = [true, false].map((wanted) =>
    begun.filter(({ costSeconds }) => isShort(costSeconds) === wanted),
  )
  await enqueue(tx, MakeMp3, ...(short ?? []).map(({ ref }) => ref))
  await enqueue(tx, MakeLongMp3, ...(long ?? []).map(({ ref, costSeconds }) => ({ ...ref, costSeconds })))
  return changed
}

const sourceKeyOf = ({ renditionId, objectKey }: Played) =>
  renditionId === null ? objectKey : renditionKey(renditionId, 'mp3')

const isUnsettled = (played: Played, beginsAgain: (work: Unfinished) => boolean) => {
  const { episodeId, wanted, tags } = played
  if (wanted === null || wanted.sourceKey !== sourceKeyOf(played) || !isDeepStrictEqual(wanted.tags, tags)) return true
  return wanted.step !== 'ready' && beginsAgain({ episodeId, step: wanted.step })
}

/** Returns false if it is served already. */
const serveOriginal = async (tx: Tx, { episodeId, mediaFileId, objectKey, sizeBytes, wanted }: Played) => {
  if (wanted?.step === 'ready' && wanted.servedKey === objectKey) return false
  if (wanted !== null && wanted.servedKey !== objectKey) await retireServed(tx, [{ objectKey: wanted.servedKey }])
  await tx.run(sql`
    insert into episode_mp3 (
      episode_id, media_file_id, source_key, step, object_key, size_bytes, served_source_key, served_since
    )
    values (
      ${episodeId}, ${mediaFileId}, ${objectKey}, 'ready', ${objectKey}, ${sizeBytes}, ${objectKey}, clock_timestamp()
    )
    on conflict (episode_id) do update set
      id = excluded.id, media_file_id = excluded.media_file_id, source_key = excluded.source_key, tags = null,
      step = 'ready', attempt = null, progress = null, failure = null, is_hopeless = false, changed_at = null,
      object_key = excluded.object_key, size_bytes = excluded.size_bytes,
      served_source_key = excluded.served_source_key, served_since = excluded.served_since
  `)
  return true
}

/** Begins the work on a new file. Earlier work is no longer wanted. */
const beginMp3 = async (tx: Tx, played: Played) => {
  const sourceKey = sourceKeyOf(played)
  const ref = await tx.one(
    Mp3Ref,
    sql`
      insert into episode_mp3 as mp3 (episode_id, media_file_id, source_key, tags, step, changed_at)
      values (
        ${played.episodeId}, ${played.mediaFileId}, ${sourceKey}, ${tagsJson(played.tags)}::jsonb, 'asked',
        clock_timestamp()
      )
      on conflict (episode_id) do update set
        id = excluded.id, media_file_id = excluded.media_file_id, source_key = excluded.source_key,
        tags = excluded.tags, step = 'asked', attempt = null, progress = null, failure = null, is_hopeless = false,
        changed_at = excluded.changed_at
      returning mp3.media_file_id as "mediaFileId", mp3.episode_id as "episodeId", mp3.id as "mp3Id"
    `,
  )
  const isCopied = played.renditionId !== null || played.wanted?.servedSourceKey === sourceKey
  return { ref, costSeconds: isCopied ? 0 : costOf(played) * MP3_FACTOR }
}

const tagsJson = (tags: Played['tags']) => (tags === null ? null : JSON.stringify(tags))
