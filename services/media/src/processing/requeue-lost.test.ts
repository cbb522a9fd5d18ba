import { randomBytes } from 'node:crypto'
import { GetMedia } from '@griot/contracts/media/files'
import { sql } from '@griot/service-kit/db'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { formOf, type House, log, openHouse, upload } from '../testing/house.ts'
import { MEDIA_QUEUE, ProbeMedia } from './probe-media.job.ts'
import { requeueLost } from './requeue-lost.ts'

const ama = person()
let house: House

beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())
beforeEach(() => house.database.db.run(sql`delete from outbox`))

const uploaded = async () => (await upload(house.service.as(ama), formOf(randomBytes(100)))).id
const see = (id: string) => house.service.as(ama).call(GetMedia, { params: { id } })
const outbox = () =>
  house.database.db.many(z.object({ job_id: z.string() }), sql`select job_id from outbox order by created_at`)
const requeue = (states: Record<string, string>, silentSeconds = 0) =>
  requeueLost(
    {
      db: house.database.db,
      outbox: { kick: () => {} },
      log,
      queue: {
        getJob: async (id: string) => (states[id] === undefined ? undefined : { getState: async () => states[id] }),
      } as never,
    },
    silentSeconds,
  )

describe('looking for lost jobs', () => {
  it('queues a file again whose job is gone from the queue, as a new round, once', async () => {
    const id = await uploaded()
    await house.database.db.run(sql`delete from outbox`)

    await requeue({})
    await requeue({})

    expect(await outbox()).toEqual([{ job_id: `${id}-2` }])
    await house.database.db.run(sql`update media_file set status = 'failed', failure = 'Enough.' where id = ${id}`)
  })

  it('leaves a file alone that is waiting, being worked on, on its way to the queue or was heard of just now', async () => {
    const [waiting, active, onItsWay] = [await uploaded(), await uploaded(), await uploaded()]
    await house.database.db.run(sql`delete from outbox where data ->> 'mediaFileId' <> ${onItsWay}`)

    await requeue({ [`${waiting}-1`]: 'waiting', [`${active}-1`]: 'active' })
    expect(await outbox()).toEqual([{ job_id: `${onItsWay}-1` }])
    await house.database.db.run(sql`delete from outbox`)
    await requeue({}, 60)
    expect(await outbox()).toEqual([])
    await house.database.db.run(sql`update media_file set status = 'failed', failure = 'Enough.'`)
  })

  it('tells a file whose job failed while nobody could write it down', async () => {
    const id = await uploaded()
    await house.database.db.run(sql`delete from outbox`)

    await requeue({ [`${id}-1`]: 'failed' })

    expect(await see(id)).toMatchObject({ status: 'failed', failure: expect.stringContaining('try again') })
  })

  it('works on the real queue', async () => {
    const [there, gone] = [await uploaded(), await uploaded()]
    await house.database.db.run(sql`delete from outbox`)
    const queue = house.queueing.queue(MEDIA_QUEUE)
    await queue.add(
      ProbeMedia.name,
      { mediaFileId: there, revision: 1 },
      { jobId: ProbeMedia.id({ mediaFileId: there, revision: 1 }) },
    )

    await requeueLost({ db: house.database.db, queue, outbox: { kick: () => {} }, log }, 0)

    expect(await outbox()).toEqual([{ job_id: `${gone}-2` }])
  })
})
