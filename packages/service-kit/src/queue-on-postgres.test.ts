import { setTimeout as delay } from 'node:timers/promises'
import type { Worker } from 'bullmq'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from './log.ts'
import { createQueueing, jobOptions, type Queueing } from './queue.ts'
import { createCluster, serveStartingUp } from './testing/cluster.ts'

const log = createLog('test', 'silent')
let cluster: Awaited<ReturnType<typeof createCluster>>
let queueing: Queueing

beforeAll(async () => {
  cluster = await createCluster()
})
afterAll(() => cluster.remove())
afterEach(() => queueing.close())

const startWorker = (): Worker => {
  queueing = createQueueing({ databaseUrl: cluster.url, log })
  return queueing.worker('away', async () => 'done')
}

/** What this process spends on doing nothing for a while, in milliseconds of work a second. */
const idleWork = async () => {
  const before = process.cpuUsage()
  await delay(1_000)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

const work = async (worker: Worker, id: string) => {
  // Not `once`: it would end with the first trouble, which is the point here.
  const done = new Promise((resolve) => worker.once('completed', resolve))
  await queueing.queue('away').add('count', {}, jobOptions(id, 3))
  await done
}

describe('a worker on PostgreSQL', () => {
  it('waits for a database that is not there yet', async () => {
    await cluster.stop()
    const worker = startWorker()

    expect(await idleWork()).toBeLessThan(300)

    await cluster.start()
    await work(worker, 'after-refusal')
  })

  it('waits for a database that is still starting', async () => {
    await cluster.stop()
    const starting = await serveStartingUp(cluster.port)
    const worker = startWorker()

    await expect.poll(() => starting.asked()).toBeGreaterThan(0)
    expect(await idleWork()).toBeLessThan(300)
    expect(starting.asked()).toBeLessThan(20)

    await starting.close()
    await cluster.start()
    await work(worker, 'after-starting')
  })

  it('goes on when its database was away for a while, and is still found by its name', async () => {
    const worker = startWorker()
    await work(worker, 'before')

    await cluster.stop()
    const starting = await serveStartingUp(cluster.port)
    expect(await idleWork()).toBeLessThan(300)
    await starting.close()
    await cluster.start()

    await work(worker, 'after')
    const named = await queueing.queue('away').getWorkers()
    expect(named.map(({ rawname }) => rawname)).toContain('away')
  })

  it('ends at once although its database is away', async () => {
    await cluster.stop()
    startWorker()
    const began = Date.now()
    await queueing.close()
    expect(Date.now() - began).toBeLessThan(9_000)
    await cluster.start()
  })
})
