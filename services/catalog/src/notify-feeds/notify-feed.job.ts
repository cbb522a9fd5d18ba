import { FEED_QUEUE } from '@griot/contracts/queue'
import { Id, Timestamp } from '@griot/contracts/values'
import { defineJob } from '@griot/service-kit/queue/queue'
import { z } from 'zod'

/** One change of a feed. */
export const NotifyFeed = defineJob('notify-feed', z.object({ podcastId: Id, changedAt: Timestamp }), {
  queue: FEED_QUEUE,
  id: ({ podcastId, changedAt }) => `feed-${podcastId}-${Date.parse(changedAt)}`,
  // The last one is 68 minutes after the first.
  attempts: 12,
})
