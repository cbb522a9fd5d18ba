import { randomUUID } from 'node:crypto'
import { GetMediaTimeline } from '@griot/contracts/media/files'
import { GetQueueActivity } from '@griot/contracts/queue'
import { sql } from '@griot/service-kit/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { recording } from '../testing/audio.ts'
import { formOf, upload } from '../testing/house.ts'
import { openWorkingHouse, type WorkingHouse } from '../testing/working-house.ts'
import { giveTurn, keepTurn, type Turn, takeTurn } from './turns.queries.ts'

let house: WorkingHouse

beforeAll(async () => {
  house = await openWorkingHouse()
})
afterAll(() => house.close())

const when = async (who: Person, id: string, kind: string) => {
  const timeline = await house.service.as(who).call(GetMediaTimeline, { params: { id } })
  return timeline.find((entry) => entry.kind === kind)?.at ?? ''
}

describe('the turns of people', () => {
  it('let nobody wait for all the files of somebody else, and one person have one worked on at a time', async () => {
    const [ama, kofi] = [person(), person()]
    const sound = await recording('mp3', 20)
    const queue = house.queueing.queue('media')
    await queue.pause()
    const hers: string[] = []
    for (let file = 0; file < 8; file += 1) hers.push((await upload(house.service.as(ama), formOf(sound))).id)
    const { id: his } = await upload(house.service.as(kofi), formOf(sound))
    await expect.poll(() => house.database.db.run(sql`select 1 from outbox`)).toBe(0)
    await queue.resume()

    await house.seen(kofi, his, { status: 'ready' })
    for (const id of hers) await house.seen(ama, id, { status: 'ready' })
    const spans = await Promise.all(
      hers.map(async (id) => ({ from: await when(ama, id, 'started'), to: await when(ama, id, 'ready') })),
    )
    spans.sort((a, b) => (a.from < b.from ? -1 : 1))
    for (const [at, span] of spans.entries()) expect(span.from >= (spans[at - 1]?.to ?? '')).toBe(true)
    // His is through long before the last of hers, though it came after all of them.
    const hisEnd = await when(kofi, his, 'ready')
    expect(spans.filter(({ to }) => to < hisEnd).length).toBeLessThan(5)
    // A turn is given back a moment after its file is ready.
    await expect.poll(() => house.database.db.run(sql`select 1 from media_turn`)).toBe(0)
    expect(await house.database.db.run(sql`select 1 from media_waiter`)).toBe(0)
  }, 120_000)

  it('go over to somebody else when they are not spoken for any more', async () => {
    const { db } = house.database
    const ama = person()
    const { id } = await house.processed(ama, Buffer.from('no sound'))
    const [first, second] = ['first', 'second'].map((job) => ({ ownerId: ama.id, jobId: `${job}-${ama.id}` }))
    if (first === undefined || second === undefined) throw new Error('two were made')
    // The worker gives its turn back a moment after the file has failed.
    await expect.poll(() => db.run(sql`select 1 from media_turn where owner_id = ${ama.id}`)).toBe(0)
    const takes = async ({ jobId }: Turn) => (await takeTurn(db, id, jobId))?.isTaken
    const fallSilent = () =>
      db.run(sql`update media_turn set taken_at = now() - interval '1 minute' where owner_id = ${ama.id}`)

    expect(await takes(first)).toBe(true)
    expect(await takes(first)).toBe(true)
    expect(await takes(second)).toBe(false)
    await fallSilent()
    await keepTurn(db, first)
    expect(await takes(second)).toBe(false)
    await fallSilent()
    expect(await takes(second)).toBe(true)
    // Too late to give back what is somebody else's by now.
    await giveTurn(db, first)
    const { job_id } = await db.one(
      z.object({ job_id: z.string() }),
      sql`select job_id from media_turn where owner_id = ${ama.id}`,
    )
    expect(job_id).toBe(second.jobId)
    await giveTurn(db, second)
  })

  it("are nobody's where the file is gone", async () => {
    expect(await takeTurn(house.database.db, randomUUID(), 'any')).toBeUndefined()
  })
})

describe('GET /api/admin/queue/activity', () => {
  it('says what became ready and what failed, hour by hour, of everybody for admins only', async () => {
    const ama = person()
    const admin = person({ roles: ['admin'] })
    await house.processed(ama, await recording('mp3', 2))
    await house.processed(ama, Buffer.from('no sound'))
    const sum = async (who: Person) => {
      const { hours, medianSeconds } = await house.service.as(who).call(GetQueueActivity, {})
      expect(hours).toHaveLength(24)
      const count = (kind: 'ready' | 'failed') => hours.reduce((total, hour) => total + hour[kind], 0)
      return { ready: count('ready'), failed: count('failed'), medianSeconds }
    }

    expect(await sum(ama)).toEqual({ ready: 1, failed: 1, medianSeconds: expect.any(Number) })
    expect(await sum(person())).toEqual({ ready: 0, failed: 0, medianSeconds: null })
    expect((await sum(admin)).ready).toBeGreaterThan(1)
  })
})
