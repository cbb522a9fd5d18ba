import { Id } from '@griot/contracts/values'
import { defineJob } from '@griot/service-kit/queue'
import { z } from 'zod'

/** The one queue of the media worker. */
export const MEDIA_QUEUE = 'media'

/** Finds out what an uploaded file is and how long it plays; the work itself is in `probe-media.ts`. */
export const ProbeMedia = defineJob({
  name: 'probe-media',
  queue: MEDIA_QUEUE,
  data: z.object({ mediaFileId: Id, revision: z.number().int() }),
  id: ({ mediaFileId, revision }) => `${mediaFileId}-${revision}`,
  attempts: 3,
})
