import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { ListeningRecorded } from '@griot/contracts/events'
import { inTransaction, sql } from '@griot/service-kit/db/db'
import { createLog } from '@griot/service-kit/log/log'
import { createDiskStore } from '@griot/service-kit/objects/disk-store'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { createS3Store } from '@griot/service-kit/objects/s3-store'
import { consumeEvents, onEvent } from '@griot/service-kit/queue/consume-events'
import { publish, startOutbox } from '@griot/service-kit/queue/outbox'
import { createQueueing } from '@griot/service-kit/queue/queue'
import { serveBucket } from '@griot/service-kit/testing/bucket'
import { createTestDatabase } from '@griot/service-kit/testing/database'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { copyFolders, copyRegistry, measureFolders, openFolder } from './objects.ts'
import { loadEvents, readEvents, writeEvents } from './pending-events.ts'

const log = createLog('test', 'silent')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'griot-backup-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const put = (store: ObjectStore, key: string, content = key) => {
  const bytes = Buffer.from(content)
  return store.put(key, Readable.from([bytes]), { size: bytes.length })
}
const read = async (store: ObjectStore, key: string) => text(await store.read(key))

describe('objects of a backup', () => {
  it('are the same after a copy from a bucket to a folder and back', async () => {
    const served = await serveBucket(join(folder, 'served'))
    try {
      const bucket = createS3Store({
        endpoint: `http://127.0.0.1:${served.port}`,
        bucket: 'griot',
        accessKey: 'S3RVER',
        secretKey: 'S3RVER',
        region: 'us-east-1',
      })
      await bucket.ready()
      for (const key of ['originals/ab/one', 'originals/cd/two', 'covers/x/small.webp', 'arriving/three']) {
        await put(bucket, key)
      }
      const copy = await openFolder(join(folder, 'copy'))
      const folders = ['originals', 'covers', 'artwork']

      await copyFolders(bucket, copy, folders)
      expect((await measureFolders(copy, folders)).objects).toBe(3)
      await put(bucket, 'originals/ef/later')
      await copyFolders(bucket, copy, folders)

      expect(await measureFolders(copy, folders)).toEqual({ objects: 4, objectBytes: 69 })
      const back = await openFolder(join(folder, 'back'))
      await copyFolders(copy, back, folders)
      expect(await read(back, 'originals/ef/later')).toBe('originals/ef/later')
      expect(await back.stat('arriving/three')).toBeNull()
    } finally {
      served.close()
    }
  })

  it('of the registry contain every version that a pointer names', async () => {
    const from = createDiskStore(join(folder, 'registry'))
    await from.ready()
    const version = 'registry/modules/charts/1/module.json'
    const pointer = 'registry/live/00000001.json'
    await put(from, version)
    await put(from, pointer)
    const order: string[] = []
    const recording: ObjectStore = {
      ...(await openFolder(join(folder, 'recording'))),
      put: async (key, source) => {
        order.push(key)
        source.resume()
        return { size: 0 }
      },
    }

    await copyRegistry(from, recording, 'pointers first')
    await copyRegistry(from, recording, 'pointers last')

    // A backup reads the pointer first, a restore writes it last.
    expect(order).toEqual([pointer, version, version, pointer])
  })
})

describe('events of a backup', () => {
  it('are delivered after the restore if they were pending, and have no second effect if they were consumed', async () => {
    const database = await createTestDatabase(
      'catalog',
      new URL('../../packages/service-kit/src/testing/no-migrations/', import.meta.url),
    )
    const queueing = createQueueing({ databaseUrl: database.url, log })
    const seen: string[] = []
    const listen = () =>
      consumeEvents('catalog', { db: database.db, queueing, log }, [
        onEvent(ListeningRecorded, async (_, { userId }) => {
          seen.push(userId)
        }),
      ])
    const publishEvent = async () => {
      const userId = randomUUID()
      const ids = { episodeId: randomUUID(), podcastId: randomUUID() }
      await inTransaction(database.db, (tx) =>
        publish(tx, ListeningRecorded, { userId, ...ids, recordedAt: new Date().toISOString() }),
      )
      return userId
    }
    const outbox = startOutbox({ db: database.db, queueing, log })
    const before = listen()
    const completed = once(before, 'completed')
    const consumed = await publishEvent()
    outbox.kick()
    await completed
    await before.close()
    const pending = await publishEvent()
    outbox.kick()
    const target = join(folder, 'events')
    await mkdir(join(target, 'database'), { recursive: true })
    // The event has left the outbox and is not consumed.
    const events = await vi.waitUntil(
      async () => {
        const read = await readEvents({ databaseUrl: database.url, redisUrl: undefined })
        return read.length === 2 && read
      },
      { timeout: 30_000 },
    )
    await writeEvents(target, events)

    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await loadEvents(client, target, ['catalog'])
    await client.end()
    const after = listen()
    outbox.kick()

    await expect.poll(() => seen).toEqual([consumed, pending])
    await expect
      .poll(async () => (await database.db.run(sql`select 1 from outbox`)) === 0, { timeout: 30_000 })
      .toBe(true)
    await outbox.close()
    await after.close()
    expect(seen).toEqual([consumed, pending])
    await queueing.close()
    await database.drop()
  })
})
