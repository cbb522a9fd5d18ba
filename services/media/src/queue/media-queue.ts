import type { Queueing } from '@griot/service-kit/queue'
import { MEDIA_QUEUE } from '../processing/probe-media.job.ts'

/** The queue of the media worker, for whoever looks at it and steers it. */
export interface MediaQueue {
  isReachable(): boolean
  isPaused(): Promise<boolean>
  pause(): Promise<void>
  resume(): Promise<void>
  /** Forgets a job that nobody works on; one that is being worked on stays. */
  forget(jobId: string): Promise<void>
}

export const openMediaQueue = (queueing: Pick<Queueing, 'queue' | 'isReachable'>): MediaQueue => {
  const queue = queueing.queue(MEDIA_QUEUE)
  return {
    isReachable: () => queueing.isReachable(),
    isPaused: () => queue.isPaused(),
    pause: () => queue.pause(),
    resume: () => queue.resume(),
    async forget(jobId) {
      await queue.remove(jobId)
    },
  }
}
