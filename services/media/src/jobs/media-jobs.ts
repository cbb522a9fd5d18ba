import { Id } from '@griot/contracts/values'
import { defineJob } from '@griot/service-kit/queue/queue'
import { z } from 'zod'

/** The queue of the media worker. All its jobs use this one. */
export const MEDIA_QUEUE = 'media'

/** One round of processing of one file. */
export const Round = z.object({ mediaFileId: Id, revision: z.number().int() })
export type Round = z.output<typeof Round>

export const ProbeMedia = defineJob('probe-media', Round, {
  queue: MEDIA_QUEUE,
  id: ({ mediaFileId, revision }) => `${mediaFileId}-${revision}`,
  attempts: 3,
})

export const RenditionRef = z.object({ mediaFileId: Id, renditionId: Id })
export type RenditionRef = z.output<typeof RenditionRef>

export const MakeRendition = defineJob('make-rendition', RenditionRef, {
  queue: MEDIA_QUEUE,
  id: ({ renditionId }) => `rendition-${renditionId}`,
  attempts: 3,
})

export const RemoveObject = defineJob('remove-object', z.object({ mediaFileId: Id }), {
  queue: MEDIA_QUEUE,
  id: ({ mediaFileId }) => `remove-${mediaFileId}`,
  attempts: 20,
})

/** The attempts of every job of this service, for the outbox. */
export const JOB_ATTEMPTS = Object.fromEntries(
  [ProbeMedia, MakeRendition, RemoveObject].map(({ name, attempts }) => [name, attempts]),
)
