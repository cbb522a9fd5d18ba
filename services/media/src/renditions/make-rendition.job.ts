import { Id } from '@griot/contracts/values'
import { defineJob } from '@griot/service-kit/queue/queue'
import { z } from 'zod'
import { LONG_MEDIA_QUEUE, MEDIA_QUEUE } from '../jobs/media-queues.ts'
import { byCost, Costly } from '../jobs/processing-cost.ts'

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
