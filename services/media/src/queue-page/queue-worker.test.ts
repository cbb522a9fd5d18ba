import { randomBytes } from 'node:crypto'
import { ListUserMedia } from '@griot/contracts/media/files'
import { GetQueue, GetQueueBulk, StartQueueBulk } from '@griot/contracts/queue'
import { sql } from '@griot/service-kit/db/db'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openMediaQueues } from '../jobs/media-queues.ts'
import { recording } from '../testing/audio.ts'
import { formOf, log, upload } from '../testing/harness.ts'
import { openWorkerHarness, type WorkerHarness } from '../testing/worker-harness.ts'
import { runBulks } from './run-bulks.ts'

const ama = person()
let harness: WorkerHarness
let bulks: ReturnType<typeof runBulks>

beforeAll(async () => {
  harness = await openWorkerHarness()
  const queue = { jobs: openMediaQueues(harness.queueing), isReachable: () => true }
  bulks = runBulks({ db: harness.database.db, queue, outbox: harness.startOutbox(), log })
})
afterAll(async () => {
  await bulks.close()
  await harness.close()
})

const ended = async (id: string) => {
  const read = () => harness.service.as(ama).call(GetQueueBulk, { params: { id } })
  await expect.poll(async () => (await read()).state, { timeout: 30_000 }).toBe('done')
  return read()
}

describe('an action on files that a worker processes', () => {
  it('cancels or leaves each of them, also one that finishes at that moment', async () => {
    const visitor = harness.service.as(ama)
    const sound = await recording('mp3', 2)
    const ids: string[] = []
    for (let nth = 0; nth < 6; nth += 1) {
      ids.push((await upload(visitor, formOf(Buffer.concat([sound, randomBytes(8)])))).id)
    }
    const bulk = await visitor.call(StartQueueBulk, { body: { action: 'cancel', mediaFileIds: ids } })
    const { done, skipped, failed } = await ended(bulk.id)

    expect([done + skipped, failed]).toEqual([6, 0])
    const counts = async () => (await visitor.call(GetQueue, {})).counts
    await expect.poll(counts, { timeout: 30_000 }).toMatchObject({ waiting: 0, active: 0, retrying: 0, failed: 0 })
    expect(await counts()).toMatchObject({ cancelled: done, ready: skipped })
    const library = await visitor.call(ListUserMedia, { params: { id: 'me' } })
    expect(library.filter(({ status }) => status === 'ready')).toHaveLength(skipped)

    if (done > 0) {
      const retry = await visitor.call(StartQueueBulk, { body: { action: 'retry', filter: { state: 'cancelled' } } })
      await ended(retry.id)
    }
    await expect.poll(counts, { timeout: 60_000 }).toMatchObject({ cancelled: 0, ready: 6 })
  }, 150_000)

  it('notifies the owner once of a file that no retry can help', async () => {
    const bad = await harness.uploadAndProcess(ama, Buffer.from('no sound'))
    expect(bad).toMatchObject({ status: 'failed', isHopeless: true })

    const queued = await harness.queueing.queue('events-catalog').getJobs()
    const rows = await harness.database.db.many(z.object({ data: z.unknown() }), sql`select data from outbox`)
    const notices = [...queued, ...rows].filter(({ data }) => JSON.stringify(data).includes(`replace=${bad.id}`))
    expect(notices).toHaveLength(1)
    expect(notices[0]?.data).toMatchObject({ userId: ama.id, text: expect.stringContaining('This file is not audio') })
  })
})
