import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { GetMedia } from '@griot/contracts/media/files'
import { sql } from '@griot/service-kit/db'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { originalKey } from '../storage/keys.ts'
import { formOf, type House, log, openHouse, upload } from '../testing/house.ts'
import { idIn, tusOf } from '../testing/tus.ts'
import { sweepUploads } from './abandon-upload.ts'
import { finishArrived } from './finish-upload.ts'

const ama = person()
let house: House

beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const tus = () => tusOf(house.service, ama)

const traces = async () => {
  const { rows } = await house.database.db.pool.query(
    'select (select count(*) from media_file) as files, (select count(*) from upload) as uploads, (select count(*) from outbox) as jobs',
  )
  return { ...rows[0], stored: (await house.storedFiles()).length }
}

describe('an upload that nobody goes on with', () => {
  it('is kept for a day after its last byte', async () => {
    const before = await traces()
    const path = await tus().begun(10)
    await tus().send(path, 0, Buffer.from('sound'))
    const age = (hours: number) =>
      house.database.db.run(sql`
        update upload set started_at = clock_timestamp() - interval '9 days',
          touched_at = clock_timestamp() - ${hours} * interval '1 hour'
        where id = ${idIn(path)}
      `)

    await age(23)
    expect(await sweepUploads({ db: house.database.db, store: house.store })).toBe(0)
    expect(await tus().offset(path)).toBe(5)
    await age(25)
    expect(await tus().ask('HEAD', path)).toMatchObject({ status: 410 })
    expect(await tus().send(path, 5, Buffer.from('sound'))).toMatchObject({ status: 410, code: 'upload.expired' })
    expect(await sweepUploads({ db: house.database.db, store: house.store })).toBe(1)
    expect(await traces()).toEqual(before)
  })

  it('is finished by whoever comes next when its process was killed after the last byte', async () => {
    const arrivedUnfinished = async () => {
      const path = await tus().begun(5)
      await house.store.arriving.append(originalKey(idIn(path)), 0, Readable.from([Buffer.from('sound')]))
      return path
    }
    const isFile = (path: string) => house.service.as(ama).call(GetMedia, { params: { id: idIn(path) } })

    const asked = await arrivedUnfinished()
    expect(await tus().offset(asked)).toBe(5)
    await isFile(asked)

    const forgotten = await arrivedUnfinished()
    // It may even have been an object already.
    await house.store.arriving.complete(originalKey(idIn(forgotten)), () => {})
    const parts = { db: house.database.db, store: house.store, outbox: { kick: () => {} }, log }
    // Somebody may just be at it.
    await finishArrived(parts, 5)
    expect(await house.database.db.run(sql`select 1 from upload where id = ${idIn(forgotten)}`)).toBe(1)
    const away = async () => {
      throw new Error('the store is away')
    }
    await finishArrived({ ...parts, store: { ...house.store, arriving: { ...house.store.arriving, arrived: away } } })
    await finishArrived(parts)
    await finishArrived(parts)
    await isFile(forgotten)
  })
})

describe('sweeping uploads', () => {
  const interrupted = async (id: string, objectKey: string, startedAgo: string) => {
    await house.database.db.run(sql`
      insert into upload (id, owner_id, object_key, started_at)
      values (${id}, ${ama.id}, ${objectKey}, clock_timestamp() - ${startedAgo}::interval)
    `)
  }

  it('removes what a killed process has left, and leaves alone what may still be coming', async () => {
    const before = await traces()
    for (const [id, age] of [
      [randomUUID(), '2 hours'],
      [randomUUID(), '10 minutes'],
    ] as const) {
      await house.store.put(originalKey(id), Readable.from([Buffer.from('sound')]))
      await interrupted(id, originalKey(id), age)
    }

    expect(await sweepUploads({ db: house.database.db, store: house.store })).toBe(1)
    expect(await traces()).toEqual({ ...before, uploads: before.uploads + 1, stored: before.stored + 1 })
  })

  it('never removes the bytes of a file, whatever was left behind beside it', async () => {
    const file = await upload(house.service.as(ama), formOf(randomBytes(100)))
    await interrupted(file.id, originalKey(file.id), '2 hours')

    expect(await sweepUploads({ db: house.database.db, store: house.store })).toBe(1)
    expect(await house.store.stat(originalKey(file.id))).toEqual({ size: 100 })
  })
})
