import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { GetMedia, GetMediaTimeline } from '@griot/contracts/media/files'
import { sql } from '@griot/service-kit/db/db'
import { unavailable } from '@griot/service-kit/http/errors'
import { createMetrics } from '@griot/service-kit/metrics/metrics'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formOf, type Harness, log, openHarness, upload } from '../testing/harness.ts'
import { auditObjects, countBroken } from './audit-objects.ts'
import { originalKey } from './objects.ts'

const ama = person()
let harness: Harness

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
// Recordings of earlier tests count as audited.
beforeEach(() =>
  harness.database.db.run(sql`
    insert into media_audit (media_file_id) select id from media_file
    on conflict (media_file_id) do update set audited_at = clock_timestamp()
  `),
)

/** Recordings that were stored two days ago. */
const stored = async (count: number) => {
  const ids: string[] = []
  for (let made = 0; made < count; made++) {
    const { id } = await upload(harness.service.as(ama), formOf(randomBytes(10_000)))
    await harness.markReady(id)
    await harness.database.db.run(
      sql`update media_file set created_at = clock_timestamp() - interval '2 days' where id = ${id}`,
    )
    ids.push(id)
  }
  return ids
}

const metrics = createMetrics('media-worker')
const onBroken = countBroken(metrics)
const audit = () => auditObjects({ db: harness.database.db, store: harness.store, log, onBroken })
const see = (id = '') => harness.service.as(ama).call(GetMedia, { params: { id } })

const flipOneBit = async (id = '') => {
  const bytes = await harness.readObject(originalKey(id))
  bytes.writeUInt8(bytes.readUInt8(5_000) ^ 1, 5_000)
  await harness.store.put(originalKey(id), Readable.from([bytes]))
}

describe('auditObjects', () => {
  it('sets a lost and a damaged recording to failed', async () => {
    const [sound, damaged, lost] = await stored(3)
    await flipOneBit(damaged)
    await harness.store.remove(originalKey(lost ?? ''))

    expect(await metrics.scrape()).toContain('griot_recordings_broken_total{found="lost",process="media-worker"} 0')
    expect(await audit()).toBe(3)
    for (const found of ['lost', 'damaged']) {
      expect(await metrics.scrape()).toContain(
        `griot_recordings_broken_total{found="${found}",process="media-worker"} 1`,
      )
    }
    expect(await see(sound)).toMatchObject({ status: 'ready' })
    expect(await see(damaged)).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('damaged'),
      isHopeless: true,
    })
    expect(await see(lost)).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('lost'),
      isHopeless: false,
    })
    const timeline = await harness.service.as(ama).call(GetMediaTimeline, { params: { id: lost ?? '' } })
    expect(timeline.at(-1)).toMatchObject({ kind: 'failed', sentence: expect.stringContaining('lost') })
  })

  it('audits each recording once a day, even with several workers', async () => {
    await stored(5)
    const looked = await Promise.all([audit(), audit(), audit()])

    expect(looked.reduce((sum, count) => sum + count)).toBe(5)
    expect(await audit()).toBe(0)
  })

  it('changes no recording while the store is unavailable', async () => {
    const [id] = await stored(1)
    const unavailableStore = { read: () => Promise.reject(unavailable('storage')) }

    await expect(auditObjects({ db: harness.database.db, store: unavailableStore, log })).rejects.toThrow()
    expect(await see(id)).toMatchObject({ status: 'ready' })
  })
})
