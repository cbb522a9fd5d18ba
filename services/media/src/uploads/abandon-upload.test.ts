import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { GetMedia } from '@griot/contracts/media/files'
import { sql } from '@griot/service-kit/db/db'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { originalKey } from '../storage/objects.ts'
import { formOf, type Harness, log, openHarness, upload } from '../testing/harness.ts'
import { idIn, tusClient } from '../testing/tus.ts'
import { sweepUploads } from './abandon-upload.ts'
import { createRunningHashes } from './running-hashes.ts'
import { finishArrived } from './store-upload.ts'

const ama = person()
let harness: Harness

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const tus = () => tusClient(harness.service, ama)

describe('an abandoned upload', () => {
  it('is removed one day after its last byte', async () => {
    const before = await harness.traces()
    const path = await tus().begin(10)
    await tus().send(path, 0, Buffer.from('sound'))
    const age = (hours: number) =>
      harness.database.db.run(sql`
        update upload set started_at = clock_timestamp() - interval '9 days',
          touched_at = clock_timestamp() - ${hours} * interval '1 hour'
        where id = ${idIn(path)}
      `)

    await age(23)
    expect(await sweepUploads({ db: harness.database.db, store: harness.store })).toBe(0)
    expect(await tus().offset(path)).toBe(5)
    await age(25)
    expect(await tus().request('HEAD', path)).toMatchObject({ status: 410 })
    expect(await tus().send(path, 5, Buffer.from('sound'))).toMatchObject({ status: 410, code: 'upload.expired' })
    expect(await sweepUploads({ db: harness.database.db, store: harness.store })).toBe(1)
    expect(await harness.traces()).toEqual(before)
  })

  it('is finished by the next request or sweep if its process was killed after the last byte', async () => {
    const arrivedUnfinished = async () => {
      const path = await tus().begin(5)
      await harness.store.partials.append(originalKey(idIn(path)), 0, Readable.from([Buffer.from('sound')]))
      return path
    }
    const isFile = (path: string) => harness.service.as(ama).call(GetMedia, { params: { id: idIn(path) } })

    const requested = await arrivedUnfinished()
    expect(await tus().offset(requested)).toBe(5)
    await isFile(requested)

    const unfinished = await arrivedUnfinished()
    // The killed process may have completed the object.
    await harness.store.partials.complete(originalKey(idIn(unfinished)))
    const hashes = createRunningHashes()
    const parts = { db: harness.database.db, store: harness.store, hashes, log }
    // A client may still be sending it.
    await finishArrived(parts, 5)
    expect(await harness.database.db.run(sql`select 1 from upload where id = ${idIn(unfinished)}`)).toBe(1)
    const fail = async () => {
      throw new Error('the store is unavailable')
    }
    await finishArrived({
      ...parts,
      store: { ...harness.store, partials: { ...harness.store.partials, size: fail } },
    })
    await finishArrived(parts)
    await finishArrived(parts)
    await isFile(unfinished)
  })
})

describe('the sweep of uploads', () => {
  const interrupted = async (id: string, objectKey: string, startedAgo: string) => {
    await harness.database.db.run(sql`
      insert into upload (id, owner_id, object_key, started_at)
      values (${id}, ${ama.id}, ${objectKey}, clock_timestamp() - ${startedAgo}::interval)
    `)
  }

  it('removes what a killed process left behind, and keeps recent uploads', async () => {
    const before = await harness.traces()
    for (const [id, age] of [
      [randomUUID(), '2 hours'],
      [randomUUID(), '10 minutes'],
    ] as const) {
      await harness.store.put(originalKey(id), Readable.from([Buffer.from('sound')]))
      await interrupted(id, originalKey(id), age)
    }

    expect(await sweepUploads({ db: harness.database.db, store: harness.store })).toBe(1)
    expect(await harness.traces()).toEqual({ ...before, uploads: before.uploads + 1, stored: before.stored + 1 })
  })

  it('keeps the bytes of a media file, even if its upload row was left behind', async () => {
    const file = await upload(harness.service.as(ama), formOf(randomBytes(100)))
    await interrupted(file.id, originalKey(file.id), '2 hours')

    expect(await sweepUploads({ db: harness.database.db, store: harness.store })).toBe(1)
    expect(await harness.store.stat(originalKey(file.id))).toEqual({ size: 100 })
  })
})
