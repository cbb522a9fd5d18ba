import type { Queue } from 'bullmq'

/** The queue of the media worker, for whoever looks at it and steers it. */
export interface MediaQueue {
  isReachable(): boolean
  isPaused(): Promise<boolean>
  pause(): Promise<void>
  resume(): Promise<void>
  /** Forgets a job that nobody works on; one that is being worked on stays. */
  forget(jobId: string): Promise<void>
}

export const openMediaQueue = (queue: Queue, isReachable: () => boolean): MediaQueue => {
  return {
    isReachable,
    isPaused: () => queue.isPaused(),
    pause: () => queue.pause(),
    resume: () => queue.resume(),
    async forget(jobId) {
      await queue.remove(jobId)
    },
  }
}
