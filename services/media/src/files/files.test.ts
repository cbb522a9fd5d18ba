import { randomBytes, randomUUID } from 'node:crypto'
import { DeleteMedia, GetMedia, LinkMedia, ListUserMedia, RenameMedia } from '@griot/contracts/media/files'
import { sql } from '@griot/service-kit/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { given } from '../testing/given.ts'
import { formOf, type House, openHouse, upload } from '../testing/house.ts'
import { removeObject } from './delete-file.ts'

let house: House
let ama: Person
const kofi = person()
const admin = person({ roles: ['admin'] })

beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())
beforeEach(() => {
  ama = person()
})

const uploaded = (name?: string) => upload(house.service.as(ama), formOf(randomBytes(500), name))
const status = (code: number) => expect.objectContaining({ status: code })

describe('GET /api/user/:id/media', () => {
  it('lists own files, newest first, a page at a time', async () => {
    for (const name of ['a.mp3', 'b.mp3', 'c.mp3']) await uploaded(name)
    await upload(house.service.as(kofi), formOf(randomBytes(10), 'not-hers.mp3'))
    const visitor = house.service.as(ama)

    const all = await visitor.call(ListUserMedia, { params: { id: 'me' } })
    expect(all.map(({ originalName }) => originalName)).toEqual(['c.mp3', 'b.mp3', 'a.mp3'])

    const first = await visitor.fetch(`/api/user/${ama.id}/media?limit=2`)
    expect(await first.json()).toEqual(all.slice(0, 2))
    const next = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await visitor.fetch(next)
    expect(await second.json()).toEqual(all.slice(2))
    expect(second.headers.get('link')).toBeNull()
  })

  it("answers nobody else's, not even an admin's curiosity", async () => {
    for (const other of [kofi, admin]) {
      await expect(house.service.as(other).call(ListUserMedia, { params: { id: ama.id } })).rejects.toEqual(status(403))
    }
    await expect(house.service.as(null).call(ListUserMedia, { params: { id: 'me' } })).rejects.toEqual(status(401))
  })

  it('refuses a place that is none', async () => {
    expect((await house.service.as(ama).fetch('/api/user/me/media?cursor=nonsense')).status).toBe(400)
  })
})

describe('GET /api/media/:id', () => {
  it('is for the owner and for admins', async () => {
    const { id } = await uploaded()

    expect(await house.service.as(ama).call(GetMedia, { params: { id } })).toMatchObject({ id })
    expect(await house.service.as(admin).call(GetMedia, { params: { id } })).toMatchObject({ id })
    await expect(house.service.as(kofi).call(GetMedia, { params: { id } })).rejects.toEqual(status(404))
    await expect(house.service.as(null).call(GetMedia, { params: { id } })).rejects.toEqual(status(401))
  })

  it('knows no file of an id that was never given', async () => {
    await expect(house.service.as(ama).call(GetMedia, { params: { id: randomUUID() } })).rejects.toEqual(status(404))
    expect((await house.service.as(ama).fetch('/api/media/17')).status).toBe(404)
  })
})

describe('PATCH /api/media/:id', () => {
  const rename = (who: Person, id: string, originalName: string) =>
    house.service.as(who).call(RenameMedia, { params: { id }, body: { originalName } })

  it('renames a file, for its owner and for admins', async () => {
    const { id } = await uploaded()

    expect(await rename(ama, id, '  Salt and memory.mp3 ')).toMatchObject({ id, originalName: 'Salt and memory.mp3' })
    expect(await rename(admin, id, 'b/c\u202e.mp3')).toMatchObject({ originalName: 'c.mp3' })
    await expect(rename(kofi, id, 'mine.mp3')).rejects.toEqual(status(404))
    await expect(rename(ama, id, '   ')).rejects.toEqual(status(400))
    await expect(rename(ama, id, 'x'.repeat(256))).rejects.toEqual(status(400))
    expect(await house.service.as(ama).call(GetMedia, { params: { id } })).toMatchObject({ originalName: 'c.mp3' })
  })
})

describe('DELETE /api/media/:id', () => {
  const jobsFor = (id: string) =>
    house.database.db.many(
      z.object({ name: z.string(), data: z.record(z.string(), z.unknown()) }),
      sql`select name, data from outbox where job_id = ${`remove-${id}`} or data ->> 'episodeId' = ${id}`,
    )

  it('takes the file out of sight at once, and its bytes with a job', async () => {
    const { id } = await uploaded()
    const visitor = house.service.as(ama)

    expect(await visitor.call(DeleteMedia, { params: { id } })).toEqual({ id, episodeIds: [] })

    await expect(visitor.call(GetMedia, { params: { id } })).rejects.toEqual(status(404))
    await expect(visitor.call(DeleteMedia, { params: { id } })).rejects.toEqual(status(404))
    expect(await visitor.call(ListUserMedia, { params: { id: 'me' } })).toEqual([])
    expect(await jobsFor(id)).toEqual([{ name: 'remove-object', data: { mediaFileId: id } }])

    const stored = await house.storedFiles()
    await removeObject(house.database.db, house.store, id)
    await removeObject(house.database.db, house.store, id)
    expect(await house.storedFiles()).toHaveLength(stored.length - 1)
  })

  it('tells the episodes that they have lost their audio, with a version that has grown', async () => {
    const { id } = await uploaded()
    await given(house).ready(id)
    const episodeId = given(house).episodeOf(ama)
    await house.service.as(ama).call(LinkMedia, { params: { episodeId }, body: { mediaFileId: id } })

    await house.service.as(ama).call(DeleteMedia, { params: { id } })
    await removeObject(house.database.db, house.store, id)

    expect((await jobsFor(episodeId)).map(({ name, data }) => [name, data.version, data.audioFileId])).toEqual([
      ['media.linked', 1, id],
      ['media.deleted', 2, null],
    ])
  })

  it('leaves other people’s files alone, but not from an admin', async () => {
    const { id } = await uploaded()

    await expect(house.service.as(kofi).call(DeleteMedia, { params: { id } })).rejects.toEqual(status(404))
    await expect(house.service.as(null).call(DeleteMedia, { params: { id } })).rejects.toEqual(status(401))
    expect(await house.service.as(admin).call(DeleteMedia, { params: { id } })).toEqual({ id, episodeIds: [] })
  })

  it('removes nothing of a file that was not deleted', async () => {
    const { id } = await uploaded()

    await removeObject(house.database.db, house.store, id)

    expect(await house.service.as(ama).call(GetMedia, { params: { id } })).toMatchObject({ id })
  })
})
