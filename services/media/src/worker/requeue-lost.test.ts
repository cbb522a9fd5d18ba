import { randomBytes } from 'node:crypto'
import { GetMedia, LinkMedia } from '@griot/contracts/media/files'
import { sql } from '@griot/service-kit/db/db'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { MEDIA_QUEUE } from '../jobs/media-queues.ts'
import { ProbeMedia } from '../processing/probe-media.job.ts'
import { formOf, type Harness, log, openHarness, upload } from '../testing/harness.ts'
import { requeueLost } from './requeue-lost.ts'

const ama = person()
let harness: Harness

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.database.db.run(sql`delete from outbox`))

const uploaded = async () => (await upload(harness.service.as(ama), formOf(randomBytes(100)))).id
const see = (id: string) => harness.service.as(ama).call(GetMedia, { params: { id } })
const outbox = () =>
  harness.database.db.many(z.object({ job_id: z.string() }), sql`select job_id from outbox order by created_at`)
const requeue = (states: Record<string, string>, silentSeconds = 0) =>
  requeueLost(
    {
      db: harness.database.db,
      log,
      queue: {
        getJob: async (id: string) => (states[id] === undefined ? undefined : { getState: async () => states[id] }),
      } as never,
    },
    silentSeconds,
  )

describe('requeueing lost jobs', () => {
  it('queues a file whose job is missing once, as a new round', async () => {
    const id = await uploaded()
    await harness.database.db.run(sql`delete from outbox`)

    await requeue({})
    await requeue({})

    expect(await outbox()).toEqual([{ job_id: `${id}-2` }])
    await harness.database.db.run(sql`update media_file set status = 'failed', failure = 'Enough.' where id = ${id}`)
  })

  it('ignores a file whose job is waiting, active or in the outbox, or that was updated recently', async () => {
    const [waiting, active, onItsWay] = [await uploaded(), await uploaded(), await uploaded()]
    await harness.database.db.run(sql`delete from outbox where data ->> 'mediaFileId' <> ${onItsWay}`)

    await requeue({ [`${waiting}-1`]: 'waiting', [`${active}-1`]: 'active' })
    expect(await outbox()).toEqual([{ job_id: `${onItsWay}-1` }])
    await harness.database.db.run(sql`delete from outbox`)
    await requeue({}, 60)
    expect(await outbox()).toEqual([])
    await harness.database.db.run(sql`update media_file set status = 'failed', failure = 'Enough.'`)
  })

  it('fails a file whose job failed without a record', async () => {
    const id = await uploaded()
    await harness.database.db.run(sql`delete from outbox`)

    await requeue({ [`${id}-1`]: 'failed' })

    expect(await see(id)).toMatchObject({ status: 'failed', failure: expect.stringContaining('try again') })
  })

  it('queues the MP3 of an episode again whose job is missing, and fails one whose job failed', async () => {
    const mediaFileId = await uploaded()
    await harness.markReady(mediaFileId)
    await harness.database.db.run(sql`update media_file set format = 'flac' where id = ${mediaFileId}`)
    const episodeId = harness.addEpisode(ama)
    await harness.service.as(ama).call(LinkMedia, { params: { episodeId }, body: { mediaFileId } })
    const mp3 = () =>
      harness.database.db.one(
        z.object({ id: z.string(), step: z.string() }),
        sql`select id, step from episode_mp3 where episode_id = ${episodeId}`,
      )
    const { id } = await mp3()
    await harness.database.db.run(sql`delete from outbox`)

    await requeue({})
    await requeue({})
    const again = await mp3()
    expect(again.id).not.toBe(id)
    expect(await outbox()).toEqual([{ job_id: `mp3-${again.id}` }])

    await harness.database.db.run(sql`delete from outbox`)
    await requeue({ [`mp3-${again.id}`]: 'failed' })
    expect(await mp3()).toEqual({ id: again.id, step: 'failed' })
  })

  it('works with the real queue', async () => {
    const [there, gone] = [await uploaded(), await uploaded()]
    await harness.database.db.run(sql`delete from outbox`)
    const queue = harness.queueing.queue(MEDIA_QUEUE)
    await queue.add(
      ProbeMedia.name,
      { mediaFileId: there, revision: 1 },
      { jobId: ProbeMedia.id({ mediaFileId: there, revision: 1 }) },
    )

    await requeueLost({ db: harness.database.db, queue, log }, 0)

    expect(await outbox()).toEqual([{ job_id: `${gone}-2` }])
  })
})
