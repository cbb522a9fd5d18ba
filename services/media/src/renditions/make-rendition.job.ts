import { Id } from '@griot/contracts/values'
import { defineJob } from '@griot/service-kit/queue'
import { z } from 'zod'
import { MEDIA_QUEUE } from '../processing/probe-media.job.ts'

/** Makes a file's rendition; the work itself is in `make-rendition.ts`. */
export const MakeRendition = defineJob({
  name: 'make-rendition',
  queue: MEDIA_QUEUE,
  data: z.object({ mediaFileId: Id, renditionId: Id }),
  id: ({ renditionId }) => `rendition-${renditionId}`,
  attempts: 3,
})
