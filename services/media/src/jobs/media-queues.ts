import { FEED_QUEUE } from '@griot/contracts/queue'
import type { Job, Queue, Queueing } from '@griot/service-kit/queue/queue'

/** The queue of short jobs. */
export const MEDIA_QUEUE = 'media'
/** The queue of long jobs, cheap ones first. */
export const LONG_MEDIA_QUEUE = 'media-long'

/** The queues of short and of long jobs, as one. Job ids are unique in both. */
export interface MediaQueues {
  all: Queue[]
  /** Also those of other services. */
  onBoard: Queue[]
  getJob(id: string): Promise<Job | undefined>
  isPaused(): Promise<boolean>
  pause(): Promise<unknown>
  resume(): Promise<unknown>
  remove(id: string): Promise<unknown>
}

export const openMediaQueues = (queueing: Pick<Queueing, 'queue'>): MediaQueues => {
  const [short, long] = [queueing.queue(MEDIA_QUEUE), queueing.queue(LONG_MEDIA_QUEUE)]
  const all = [short, long]
  return {
    all,
    onBoard: [...all, queueing.queue(FEED_QUEUE)],
    getJob: async (id) => (await short.getJob(id)) ?? (await long.getJob(id)),
    isPaused: () => short.isPaused(),
    pause: () => Promise.all(all.map((queue) => queue.pause())),
    resume: () => Promise.all(all.map((queue) => queue.resume())),
    remove: (id) => Promise.all(all.map((queue) => queue.remove(id))),
  }
}
