import {
  Delivery,
  type MediaFile,
  MediaStatus,
  type Rendition,
  Replacement,
  type SoundFacts,
  type TagSuggestions,
} from '@griot/contracts/media/media-file'
import { sql } from '@griot/service-kit/db'
import { AppError, conflict } from '@griot/service-kit/errors'
import { z } from 'zod'

/** The columns that {@link MediaFileRow} reads; the table must be called `m`. */
export const mediaFileColumns = sql`
  m.id, m.owner_id, m.original_name, m.mime_type, m.size_bytes, m.object_key, m.status, m.revision, m.progress,
  m.failure, m.is_hopeless, m.duration_seconds, m.format, m.codec, m.bitrate, m.sample_rate, m.channels,
  m.created_at, m.updated_at, m.loudness_lufs, m.peak_db, m.leading_silence_seconds, m.trailing_silence_seconds,
  m.delivers, m.tag_title, m.tag_artist, m.tag_album, m.artwork_key, m.replaces,
  array(select e.episode_id from episode_media e where e.media_file_id = m.id order by e.linked_at) as episode_ids,
  (select to_json(r) from media_rendition r where r.media_file_id = m.id) as rendition,
  (
    select json_build_object(
      'id', n.id, 'originalName', n.original_name, 'status', n.status, 'progress', n.progress, 'failure', n.failure
    )
    from media_file n where n.replaces = m.id and n.deleted_at is null
  ) as replacement
`

const RenditionRow = z
  .object({
    id: z.string(),
    status: MediaStatus,
    progress: z.number().nullable(),
    failure: z.string().nullable(),
    is_hopeless: z.boolean(),
    loudness_lufs: z.number().nullable(),
    peak_db: z.number().nullable(),
    mp3_bytes: z.number().nullable(),
    aac_bytes: z.number().nullable(),
  })
  .transform((row) => ({
    id: row.id,
    shown: {
      status: row.status,
      progress: row.progress,
      failure: row.failure,
      isHopeless: row.is_hopeless,
      loudness: row.loudness_lufs,
      peak: row.peak_db,
      mp3Size: row.mp3_bytes,
      aacSize: row.aac_bytes,
    } satisfies Rendition,
  }))

export const MediaFileRow = z
  .object({
    id: z.string(),
    owner_id: z.string(),
    original_name: z.string(),
    mime_type: z.string(),
    size_bytes: z.number(),
    object_key: z.string(),
    status: MediaStatus,
    revision: z.number(),
    progress: z.number().nullable(),
    failure: z.string().nullable(),
    is_hopeless: z.boolean(),
    duration_seconds: z.number().nullable(),
    format: z.string().nullable(),
    codec: z.string().nullable(),
    bitrate: z.number().nullable(),
    sample_rate: z.number().nullable(),
    channels: z.number().nullable(),
    loudness_lufs: z.number().nullable(),
    peak_db: z.number().nullable(),
    leading_silence_seconds: z.number().nullable(),
    trailing_silence_seconds: z.number().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
    episode_ids: z.array(z.string()),
    delivers: Delivery,
    tag_title: z.string().nullable(),
    tag_artist: z.string().nullable(),
    tag_album: z.string().nullable(),
    artwork_key: z.string().nullable(),
    replaces: z.string().nullable(),
    rendition: RenditionRow.nullable(),
    replacement: Replacement.nullable(),
  })
  .transform((row) => ({
    ownerId: row.owner_id,
    objectKey: row.object_key,
    revision: row.revision,
    updatedAt: row.updated_at,
    artworkKey: row.artwork_key,
    renditionId: row.rendition?.id ?? null,
    /** The file whose audio this one is to become. */
    replaces: row.replaces,
    /** As the owner sees it on the wire. */
    shown: {
      id: row.id,
      originalName: row.original_name,
      mimeType: row.mime_type,
      fileSize: row.size_bytes,
      duration: row.duration_seconds,
      createdAt: row.created_at,
      status: row.status,
      progress: row.progress,
      failure: row.failure,
      isHopeless: row.status === 'failed' && row.is_hopeless,
      format: row.format,
      codec: row.codec,
      bitrate: row.bitrate,
      sampleRate: row.sample_rate,
      channels: row.channels,
      sound: soundIn(row),
      episodeIds: row.episode_ids,
      suggestions: suggestionsIn(row),
      rendition: row.rendition?.shown ?? null,
      delivers: row.delivers,
      replacement: row.replacement,
    } satisfies MediaFile,
  }))
export type StoredFile = z.output<typeof MediaFileRow>

/** Whether the silence is known tells whether the sound was measured at all. */
const soundIn = (row: {
  loudness_lufs: number | null
  peak_db: number | null
  leading_silence_seconds: number | null
  trailing_silence_seconds: number | null
}): SoundFacts | null =>
  row.leading_silence_seconds === null || row.trailing_silence_seconds === null
    ? null
    : {
        loudness: row.loudness_lufs,
        peak: row.peak_db,
        leadingSilence: row.leading_silence_seconds,
        trailingSilence: row.trailing_silence_seconds,
      }

const suggestionsIn = (row: {
  tag_title: string | null
  tag_artist: string | null
  tag_album: string | null
  artwork_key: string | null
}): TagSuggestions | null => {
  const said = {
    title: row.tag_title,
    artist: row.tag_artist,
    album: row.tag_album,
    hasArtwork: row.artwork_key !== null,
  }
  return Object.values(said).some(Boolean) ? said : null
}

/** Also said of a file that is somebody else's: they need not know that it exists. */
export const fileNotFound = () => new AppError(404, 'media.not_found', 'We could not find that media file.')

export const hopeless = () =>
  conflict('media.hopeless', 'Trying again cannot help this file. Please replace it with another one.')
