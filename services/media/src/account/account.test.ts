import { randomBytes, randomUUID } from 'node:crypto'
import { ListUserMedia } from '@griot/contracts/media/files'
import { ReadAccountPart, RemoveAccountPart } from '@griot/service-kit/account-part'
import { inTransaction, sql } from '@griot/service-kit/db'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { removeObject } from '../files/delete-file.ts'
import { formOf, type House, openHouse, upload } from '../testing/house.ts'
import { tusOf } from '../testing/tus.ts'
import { beginUpload, completeUpload } from '../uploads/uploads.queries.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const ama = person()
const kofi = person()
const uploaded = (who: typeof ama, name: string) => upload(house.service.as(who), formOf(randomBytes(500), name))

describe('what media keeps about a person', () => {
  it('is told to them, and nothing of anybody else', async () => {
    const file = await uploaded(ama, 'hers.mp3')
    await uploaded(kofi, 'his.mp3')

    const part = await house.service.as(ama).call(ReadAccountPart, {})

    expect(part).toMatchObject({ recordings: [{ id: file.id, original_name: 'hers.mp3', size_bytes: 500 }] })
    expect(JSON.stringify(part)).not.toContain('his.mp3')
  })

  it('goes with its bytes, uploads under way among them; however often it is asked to', async () => {
    await tusOf(house.service, ama).create(1000)
    const his = await house.service.as(kofi).call(ListUserMedia, { params: { id: 'me' } })

    for (const _ of [1, 2]) await house.service.as(ama).call(RemoveAccountPart, {})

    expect(await house.service.as(ama).call(ReadAccountPart, {})).toEqual({ recordings: [], episodesOfRecordings: [] })
    const jobs = await house.database.db.many(
      z.object({ data: z.object({ mediaFileId: z.string() }) }),
      sql`select data from outbox where name = 'remove-object'`,
    )
    expect(jobs).toHaveLength(1)
    for (const { data } of jobs) await removeObject(house.database.db, house.store, data.mediaFileId)
    // Only his is left.
    expect(await house.storedFiles()).toHaveLength(1)
    expect(await house.service.as(kofi).call(ListUserMedia, { params: { id: 'me' } })).toEqual(his)
    const open = await house.database.db.run(sql`select 1 from upload where owner_id = ${ama.id}`)
    expect(open).toBe(0)
  })

  it('does not come back with an upload that was being sent', async () => {
    const { db } = house.database
    const id = randomUUID()
    const sent = { id, ownerId: ama.id, objectKey: `originals/${id.slice(0, 2)}/${id}` }
    await beginUpload(db, { ...sent, reservedBytes: 100 })

    await house.service.as(ama).call(RemoveAccountPart, {})

    const file = {
      originalName: 'late.mp3',
      mimeType: 'audio/mpeg',
      sizeBytes: 100,
      sha256: randomBytes(32),
      ownerName: '',
    }
    const finishing = inTransaction(db, (tx) => completeUpload(tx, sent, file))
    await expect(finishing).rejects.toMatchObject({ status: 409 })
  })
})
