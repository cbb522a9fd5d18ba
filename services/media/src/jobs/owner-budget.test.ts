import { sql } from '@griot/service-kit/db/db'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ProbeMedia } from '../processing/probe-media.job.ts'
import { recording } from '../testing/audio.ts'
import { openWorkerHarness, type WorkerHarness } from '../testing/worker-harness.ts'
import { MEDIA_QUEUE } from './media-queues.ts'
import { BUDGET_SECONDS, LAST_PRIORITY } from './processing-cost.ts'

let harness: WorkerHarness
beforeAll(async () => {
  harness = await openWorkerHarness()
})
afterAll(() => harness.close())

describe('the budget of an owner', () => {
  it('counts the CPU time of ffmpeg, and puts the jobs of an owner after those of owners who have used less', async () => {
    const kofi = person()
    await harness.uploadAndProcess(kofi, await recording('mp3', 2))
    const used = () =>
      harness.database.db.one(
        z.object({ seconds: z.number() }),
        sql`select sum(seconds)::float8 as seconds from media_usage where owner_id = ${kofi.id}`,
      )
    expect((await used()).seconds).toBeGreaterThan(0)

    const priorityAfter = async (seconds: number) => {
      await harness.database.db.run(sql`update media_usage set seconds = ${seconds} where owner_id = ${kofi.id}`)
      const { id, status } = await harness.uploadAndProcess(kofi, await recording('mp3', 2))
      expect(status).toBe('ready')
      const jobId = ProbeMedia.id({ mediaFileId: id, revision: 1 })
      return (await harness.queueing.queue(MEDIA_QUEUE).getJob(jobId))?.priority
    }
    expect(await priorityAfter(1)).toBe(0)
    expect(await priorityAfter(10)).toBeGreaterThan(0)
    expect(await priorityAfter(BUDGET_SECONDS)).toBe(LAST_PRIORITY)
    // A later hour has a new budget.
    await harness.database.db.run(sql`update media_usage set used_at = used_at - interval '61 minutes'`)
    expect(await priorityAfter(BUDGET_SECONDS)).toBe(0)
  })
})
