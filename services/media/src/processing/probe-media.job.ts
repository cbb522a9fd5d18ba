import { Id } from '@griot/contracts/values'
import { defineJob } from '@griot/service-kit/queue/queue'
import { z } from 'zod'
import { LONG_MEDIA_QUEUE, MEDIA_QUEUE } from '../jobs/media-queues.ts'
import { byCost, Costly } from '../jobs/processing-cost.ts'

/** One round of processing of one file. */
export const Round = z.object({ mediaFileId: Id, revision: z.number().int() })
export type Round = z.output<typeof Round>

export const ProbeMedia = defineJob('probe-media', Round, {
  queue: MEDIA_QUEUE,
  id: ({ mediaFileId, revision }) => `${mediaFileId}-${revision}`,
  attempts: 3,
})

/** The rest of a round whose file is not short. */
export const MeasureLong = defineJob('measure-long', Round.extend(Costly.shape), {
  queue: LONG_MEDIA_QUEUE,
  id: ({ mediaFileId, revision }) => `${mediaFileId}-${revision}-long`,
  attempts: 3,
  priority: byCost,
})
