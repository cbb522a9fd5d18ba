import { Id } from '@griot/contracts/values'
import { defineJob } from '@griot/service-kit/queue/queue'
import { z } from 'zod'
import { LONG_MEDIA_QUEUE, MEDIA_QUEUE } from '../jobs/media-queues.ts'
import { byCost, Costly } from '../jobs/processing-cost.ts'

export const Mp3Ref = z.object({ mediaFileId: Id, episodeId: Id, mp3Id: Id })
export type Mp3Ref = z.output<typeof Mp3Ref>

export const MakeMp3 = defineJob('make-mp3', Mp3Ref, {
  queue: MEDIA_QUEUE,
  id: ({ mp3Id }) => `mp3-${mp3Id}`,
  attempts: 3,
})

export const MakeLongMp3 = defineJob('make-long-mp3', Mp3Ref.extend(Costly.shape), {
  queue: LONG_MEDIA_QUEUE,
  id: ({ mp3Id }) => `mp3-${mp3Id}`,
  attempts: 3,
  priority: byCost,
})
