import { setTimeout as delay } from 'node:timers/promises'
import { jobOptions, type Queueing } from '@griot/service-kit/queue/queue'

export const JOBS = 60
const TIMEOUT_MS = 120_000
const RETRY_DELAY_MS = 50

export const retryUntilSuccess = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await delay(RETRY_DELAY_MS)
    }
  }
}

/** Adds jobs one by one with retries, injects a fault after half of them, and waits until all are done. */
export const runJobs = async (queueing: Queueing, injectFault: () => Promise<unknown>) => {
  const done = new Set<string>()
  const queue = queueing.queue('drill')
  queueing.worker('drill', async ({ id }) => done.add(id ?? ''), { concurrency: 2 })
  const ids = Array.from({ length: JOBS }, (_, index) => `job-${index}`)
  for (const [index, id] of ids.entries()) {
    if (index === JOBS / 2) await injectFault()
    await retryUntilSuccess(() => queue.add('job', {}, jobOptions(id, 3)))
  }
  await retryUntilSuccess(async () => {
    if (done.size < ids.length) throw new Error(`${done.size} of ${ids.length} jobs are done`)
  })
}
