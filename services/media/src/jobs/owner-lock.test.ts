import { randomUUID } from 'node:crypto'
import { GetMediaTimeline } from '@griot/contracts/media/files'
import { sql } from '@griot/service-kit/db/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { recording } from '../testing/audio.ts'
import { formOf, upload } from '../testing/harness.ts'
import { openWorkerHarness, type WorkerHarness } from '../testing/worker-harness.ts'
import { type OwnerLock, releaseLock, renewLock, takeLock } from './owner-lock.ts'

let harness: WorkerHarness

beforeAll(async () => {
  harness = await openWorkerHarness()
})
afterAll(() => harness.close())

const timeOf = async (who: Person, id: string, kind: string) => {
  const timeline = await harness.service.as(who).call(GetMediaTimeline, { params: { id } })
  return timeline.find((entry) => entry.kind === kind)?.at ?? ''
}

describe('the owner lock', () => {
  it('runs one job of each owner at a time, so that owners do not wait for each other', async () => {
    const [ama, kofi] = [person(), person()]
    const sound = await recording('mp3', 20)
    const queue = harness.queueing.queue('media')
    await queue.pause()
    const hers: string[] = []
    for (let file = 0; file < 8; file += 1) hers.push((await upload(harness.service.as(ama), formOf(sound))).id)
    const { id: his } = await upload(harness.service.as(kofi), formOf(sound))
    await expect.poll(() => harness.database.db.run(sql`select 1 from outbox`)).toBe(0)
    await queue.resume()

    await harness.waitForFile(kofi, his, { status: 'ready' })
    for (const id of hers) await harness.waitForFile(ama, id, { status: 'ready' })
    const spans = await Promise.all(
      hers.map(async (id) => ({ from: await timeOf(ama, id, 'started'), to: await timeOf(ama, id, 'ready') })),
    )
    spans.sort((a, b) => (a.from < b.from ? -1 : 1))
    for (const [at, span] of spans.entries()) expect(span.from >= (spans[at - 1]?.to ?? '')).toBe(true)
    // His file is ready long before the last of hers, although it was uploaded after all of them.
    const hisEnd = await timeOf(kofi, his, 'ready')
    expect(spans.filter(({ to }) => to < hisEnd).length).toBeLessThan(5)
    // The worker releases the lock a moment after the file is ready.
    await expect.poll(() => harness.database.db.run(sql`select 1 from media_turn`)).toBe(0)
    expect(await harness.database.db.run(sql`select 1 from media_waiter`)).toBe(0)
  }, 120_000)

  it('passes to another job when it is no longer renewed', async () => {
    const { db } = harness.database
    const ama = person()
    const { id } = await harness.uploadAndProcess(ama, Buffer.from('no sound'))
    const [first, second] = ['first', 'second'].map((job) => ({ ownerId: ama.id, jobId: `${job}-${ama.id}` }))
    if (first === undefined || second === undefined) throw new Error('missing locks')
    // The worker releases the lock a moment after the file has failed.
    await expect.poll(() => db.run(sql`select 1 from media_turn where owner_id = ${ama.id}`)).toBe(0)
    const takes = async ({ jobId }: OwnerLock) => (await takeLock(db, id, jobId))?.isTaken
    const expire = () =>
      db.run(sql`update media_turn set taken_at = now() - interval '1 minute' where owner_id = ${ama.id}`)

    expect(await takes(first)).toBe(true)
    expect(await takes(first)).toBe(true)
    expect(await takes(second)).toBe(false)
    await expire()
    await renewLock(db, first)
    expect(await takes(second)).toBe(false)
    await expire()
    expect(await takes(second)).toBe(true)
    // The first job no longer holds the lock.
    await releaseLock(db, first.jobId)
    const { job_id } = await db.one(
      z.object({ job_id: z.string() }),
      sql`select job_id from media_turn where owner_id = ${ama.id}`,
    )
    expect(job_id).toBe(second.jobId)
    await releaseLock(db, second.jobId)
  })

  it('is not needed for a deleted file', async () => {
    expect(await takeLock(harness.database.db, randomUUID(), 'any')).toBeUndefined()
  })
})
