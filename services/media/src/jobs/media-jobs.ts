import { Id } from '@griot/contracts/values'
import { defineJob } from '@griot/service-kit/queue/queue'
import { z } from 'zod'
import { priorityOf } from './processing-cost.ts'

/** The queue of short jobs. */
export const MEDIA_QUEUE = 'media'
/** The queue of long jobs, cheap ones first. */
export const LONG_MEDIA_QUEUE = 'media-long'

/** One round of processing of one file. */
export const Round = z.object({ mediaFileId: Id, revision: z.number().int() })
export type Round = z.output<typeof Round>

export const ProbeMedia = defineJob('probe-media', Round, {
  queue: MEDIA_QUEUE,
  id: ({ mediaFileId, revision }) => `${mediaFileId}-${revision}`,
  attempts: 3,
})

const Costly = z.object({ costSeconds: z.number().positive() })
const byCost = ({ costSeconds }: z.output<typeof Costly>) => priorityOf(costSeconds)

/** The rest of a round whose file is not short. */
export const MeasureLong = defineJob('measure-long', Round.extend(Costly.shape), {
  queue: LONG_MEDIA_QUEUE,
  id: ({ mediaFileId, revision }) => `${mediaFileId}-${revision}-long`,
  attempts: 3,
  priority: byCost,
})

export const RenditionRef = z.object({ mediaFileId: Id, renditionId: Id })
export type RenditionRef = z.output<typeof RenditionRef>

export const MakeRendition = defineJob('make-rendition', RenditionRef, {
  queue: MEDIA_QUEUE,
  id: ({ renditionId }) => `rendition-${renditionId}`,
  attempts: 3,
})

export const MakeLongRendition = defineJob('make-long-rendition', RenditionRef.extend(Costly.shape), {
  queue: LONG_MEDIA_QUEUE,
  id: ({ renditionId }) => `rendition-${renditionId}`,
  attempts: 3,
  priority: byCost,
})

export const RemoveObject = defineJob('remove-object', z.object({ mediaFileId: Id }), {
  queue: MEDIA_QUEUE,
  id: ({ mediaFileId }) => `remove-${mediaFileId}`,
  attempts: 20,
})

/** How the outbox adds each job of this service. */
export const JOB_DELIVERY = {
  attempts: Object.fromEntries(
    [ProbeMedia, MeasureLong, MakeRendition, MakeLongRendition, RemoveObject].map(({ name, attempts }) => [
      name,
      attempts,
    ]),
  ),
  priorities: Object.fromEntries(
    [MeasureLong, MakeLongRendition].map(({ name }) => [name, (data: unknown) => byCost(Costly.parse(data))]),
  ),
}
