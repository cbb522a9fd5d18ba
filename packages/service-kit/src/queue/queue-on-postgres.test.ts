import { setTimeout as delay } from 'node:timers/promises'
import type { Worker } from 'bullmq'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../log/log.ts'
import { createCluster, serveStartingUp } from '../testing/cluster.ts'
import { createQueueing, jobOptions, type Queueing } from './queue.ts'

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
  return queueing.worker('jobs', async () => 'done')
}

/** A busy loop takes about 1,000 on a free core, and waiting on a slow machine 320. A loop that blocks never ends the test. */
const BUSY_MS = 900

/** CPU time of this process while it waits for a second, in milliseconds. */
const idleCpu = async () => {
  const before = process.cpuUsage()
  await delay(1_000)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

const runJob = async (worker: Worker, id: string) => {
  // Not `once`: it would reject at the first error of the worker, which these tests expect.
  const done = new Promise((resolve) => worker.once('completed', resolve))
  await queueing.queue('jobs').add('count', {}, jobOptions(id, 3))
  await done
}

describe('a worker on PostgreSQL', () => {
  it('waits for a database that starts later', async () => {
    await cluster.stop()
    const worker = startWorker()

    expect(await idleCpu()).toBeLessThan(BUSY_MS)

    await cluster.start()
    await runJob(worker, 'after-refusal')
  })

  it('waits for a database that is still starting', async () => {
    await cluster.stop()
    const starting = await serveStartingUp(cluster.port)
    const worker = startWorker()

    await expect.poll(() => starting.asked()).toBeGreaterThan(0)
    expect(await idleCpu()).toBeLessThan(BUSY_MS)
    expect(starting.asked()).toBeLessThan(20)

    await starting.close()
    await cluster.start()
    await runJob(worker, 'after-starting')
  })

  it('continues after the database was unavailable, and keeps its name', async () => {
    const worker = startWorker()
    await runJob(worker, 'before')

    await cluster.stop()
    const starting = await serveStartingUp(cluster.port)
    expect(await idleCpu()).toBeLessThan(BUSY_MS)
    await starting.close()
    await cluster.start()

    await runJob(worker, 'after')
    const names = async () => (await queueing.queue('jobs').getWorkers()).map(({ rawname }) => rawname)
    await expect.poll(names).toContain('jobs')
  })

  it('closes at once while the database is unavailable', async () => {
    await cluster.stop()
    startWorker()
    const began = Date.now()
    await queueing.close()
    expect(Date.now() - began).toBeLessThan(9_000)
    await cluster.start()
  })
})
