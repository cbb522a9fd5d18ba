import { setTimeout as delay } from 'node:timers/promises'
import { jobOptions, type Queueing } from '@griot/service-kit/queue'

export const JOBS = 60
const PATIENCE_MS = 120_000
const PAUSE_MS = 50

/** Does it again until it works. */
export const insist = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await delay(PAUSE_MS)
    }
  }
}

/** Adds jobs one after the other, each as often as it takes, while `disturb` does its work; all are done in the end. */
export const workThrough = async (queueing: Queueing, disturb: () => Promise<unknown>) => {
  const done = new Set<string>()
  const queue = queueing.queue('drill')
  queueing.worker('drill', async ({ id }) => done.add(id ?? ''), { concurrency: 2 })
  const ids = Array.from({ length: JOBS }, (_, index) => `job-${index}`)
  for (const [index, id] of ids.entries()) {
    if (index === JOBS / 2) await disturb()
    await insist(() => queue.add('one', {}, jobOptions(id, 3)))
  }
  await insist(async () => {
    if (done.size < ids.length) throw new Error(`${done.size} of ${ids.length} are done`)
  })
}
