import { Id } from '@griot/contracts/values'
import { defineJob } from '@griot/service-kit/queue'
import { z } from 'zod'
import { MEDIA_QUEUE } from '../processing/probe-media.job.ts'

/** Takes a deleted file's bytes out of the store, however often the store has to be asked. */
export const RemoveObject = defineJob({
  name: 'remove-object',
  queue: MEDIA_QUEUE,
  data: z.object({ mediaFileId: Id }),
  id: ({ mediaFileId }) => `remove-${mediaFileId}`,
  attempts: 20,
})
