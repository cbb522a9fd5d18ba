import { z } from 'zod'
import { FileChapter } from './catalog/chapters.ts'
import type { ServiceName } from './services.ts'
import { Id, Seconds, Sha256, Timestamp } from './values.ts'

/** An event that one service publishes to others. */
export interface EventType<Data extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly data: Data
  readonly consumers: readonly ServiceName[]
}

const event = <Data extends z.ZodObject>(
  name: string,
  data: Data,
  ...consumers: EventType['consumers']
): EventType<Data> => ({ name, data, consumers })

/** The audio of an episode. `version` only increases, so that consumers can drop late and repeated events. */
const EpisodeAudio = z.object({
  episodeId: Id,
  version: z.number().int(),
  audioFileId: Id.nullable(),
  duration: Seconds.nullable(),
  audioSha256: Sha256.nullish(),
  /** The size of the MP3 that listeners outside Griot get; null until it is ready. Media of earlier releases sends none. */
  mp3Bytes: z.number().int().positive().nullish(),
  /** Of the file, ascending; null without. Media of earlier releases sends none. */
  chapters: z.array(FileChapter).nullish(),
})

/** The values that media writes into the MP3 that it makes. Catalog of earlier releases sends none. */
const EpisodeTags = z.object({
  title: z.string(),
  podcastTitle: z.string(),
  /** Ascending. */
  chapters: z.array(z.object({ start: z.number().min(0), title: z.string() })),
})
export type EpisodeTags = z.infer<typeof EpisodeTags>

export const MediaLinked = event('media.linked', EpisodeAudio, 'catalog')
export const MediaProcessed = event('media.processed', EpisodeAudio, 'catalog')
export const MediaDeleted = event('media.deleted', EpisodeAudio, 'catalog')

/** The visibility or the tags of an episode have changed. `version` only increases. */
export const EpisodeVisibility = event(
  'episode.visibility',
  z.object({
    episodeId: Id,
    version: z.number().int(),
    isPublished: z.boolean(),
    isDeleted: z.boolean(),
    tags: EpisodeTags.optional(),
    /** Whether the episode has ever been published. */
    wasPublished: z.boolean().optional(),
  }),
  'media',
)

export const ListeningRecorded = event(
  'listening.recorded',
  z.object({ userId: Id, episodeId: Id, podcastId: Id, recordedAt: Timestamp }),
  'catalog',
)

/** A message of the product to a user, such as the decision on a report. catalog stores it until the user reads it. */
export const NoticeSent = event(
  'notice.sent',
  z.object({
    userId: Id,
    title: z.string(),
    text: z.string(),
    /** Path of the page that the message is about. */
    link: z.string().startsWith('/').nullable(),
    /** Of several with this key to one user within an hour, one is stored: with these texts, in which `{count}` is their number. */
    merge: z
      .object({ key: z.string(), title: z.string(), text: z.string(), link: z.string().startsWith('/') })
      .optional(),
  }),
  'catalog',
)

/** Events of types that are published often. One job carries up to 500 of them, at most a second after their commit. */
export const FREQUENT_EVENTS: readonly EventType[] = [ListeningRecorded]
