import { z } from 'zod'
import { Id, Seconds, Timestamp } from './values.ts'

/** A fact one service tells the others: what it carries and who listens. */
export interface EventType<Data extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly data: Data
  readonly consumers: readonly ('catalog' | 'listening-points' | 'media')[]
}

/**
 * An episode's audio as media knows it. Carries the whole state and a version that only grows, so a late or repeated
 * delivery is recognised and dropped.
 */
const EpisodeAudio = z.object({
  episodeId: Id,
  version: z.number().int(),
  audioFileId: Id.nullable(),
  duration: Seconds.nullable(),
})

export const MediaLinked = {
  name: 'media.linked',
  data: EpisodeAudio,
  consumers: ['catalog'],
} as const satisfies EventType

export const MediaProcessed = {
  name: 'media.processed',
  data: EpisodeAudio,
  consumers: ['catalog'],
} as const satisfies EventType

export const MediaDeleted = {
  name: 'media.deleted',
  data: EpisodeAudio,
  consumers: ['catalog'],
} as const satisfies EventType

/** Who gets to see an episode has changed. The version only grows, for the same reason. */
export const EpisodeVisibility = {
  name: 'episode.visibility',
  data: z.object({ episodeId: Id, version: z.number().int(), isPublished: z.boolean(), isDeleted: z.boolean() }),
  consumers: ['media'],
} as const satisfies EventType

export const ListeningRecorded = {
  name: 'listening.recorded',
  data: z.object({ userId: Id, episodeId: Id, podcastId: Id, recordedAt: Timestamp }),
  consumers: ['catalog'],
} as const satisfies EventType
