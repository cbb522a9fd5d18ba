import { Id } from '@griot/contracts/values'
import { defineJob } from '@griot/service-kit/queue/queue'
import { z } from 'zod'
import { MEDIA_QUEUE } from '../jobs/media-queues.ts'

export const RemoveObject = defineJob('remove-object', z.object({ mediaFileId: Id }), {
  queue: MEDIA_QUEUE,
  id: ({ mediaFileId }) => `remove-${mediaFileId}`,
  attempts: 20,
})
