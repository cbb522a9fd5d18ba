import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { GetMedia, GetMediaTimeline } from '@griot/contracts/media/files'
import { sql } from '@griot/service-kit/db'
import { unavailable } from '@griot/service-kit/errors'
import { createMetrics } from '@griot/service-kit/metrics/metrics'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { given } from '../testing/given.ts'
import { formOf, type House, log, openHouse, upload } from '../testing/house.ts'
import { auditObjects } from './audit-objects.ts'
import { countBroken } from './count-broken.ts'
import { originalKey } from './keys.ts'

const ama = person()
let house: House

beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())
// Whatever was there before has been looked at.
beforeEach(() =>
  house.database.db.run(sql`
    insert into media_audit (media_file_id) select id from media_file
    on conflict (media_file_id) do update set audited_at = clock_timestamp()
  `),
)

/** Recordings that were stored two days ago. */
const stored = async (count: number) => {
  const ids: string[] = []
  for (let made = 0; made < count; made++) {
    const { id } = await upload(house.service.as(ama), formOf(randomBytes(10_000)))
    await given(house).ready(id)
    await house.database.db.run(
      sql`update media_file set created_at = clock_timestamp() - interval '2 days' where id = ${id}`,
    )
    ids.push(id)
  }
  return ids
}

const metrics = createMetrics('media-worker')
const onBroken = countBroken(metrics)
const audit = () => auditObjects({ db: house.database.db, store: house.store, log, onBroken })
const see = (id = '') => house.service.as(ama).call(GetMedia, { params: { id } })

const flipOneBit = async (id = '') => {
  const bytes = await house.stored(originalKey(id))
  bytes.writeUInt8(bytes.readUInt8(5_000) ^ 1, 5_000)
  await house.store.put(originalKey(id), Readable.from([bytes]))
}

describe('looking after what is stored', () => {
  it('finds the recording that is lost and the one that has changed, and tells their owner', async () => {
    const [sound, damaged, lost] = await stored(3)
    await flipOneBit(damaged)
    await house.store.remove(originalKey(lost ?? ''))

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
    const timeline = await house.service.as(ama).call(GetMediaTimeline, { params: { id: lost ?? '' } })
    expect(timeline.at(-1)).toMatchObject({ kind: 'failed', sentence: expect.stringContaining('lost') })
  })

  it('looks at each once a day, and by several at once at each only once', async () => {
    await stored(5)
    const looked = await Promise.all([audit(), audit(), audit()])

    expect(looked.reduce((sum, count) => sum + count)).toBe(5)
    expect(await audit()).toBe(0)
  })

  it('says nothing about recordings while their store is away', async () => {
    const [id] = await stored(1)
    const away = { read: () => Promise.reject(unavailable('storage')) }

    await expect(auditObjects({ db: house.database.db, store: away, log })).rejects.toThrow()
    expect(await see(id)).toMatchObject({ status: 'ready' })
  })
})
