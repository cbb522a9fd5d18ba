import { randomBytes, randomUUID } from 'node:crypto'
import { DeleteMedia, GetMedia, LinkMedia, ListUserMedia, RenameMedia } from '@griot/contracts/media/files'
import { sql } from '@griot/service-kit/db/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { removeObject } from '../deleting/remove-object.handler.ts'
import { formOf, type Harness, openHarness, upload } from '../testing/harness.ts'

let harness: Harness
let ama: Person
const kofi = person()
const admin = person({ roles: ['admin'] })

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => {
  ama = person()
})

const uploaded = (name?: string) => upload(harness.service.as(ama), formOf(randomBytes(500), name))
const status = (code: number) => expect.objectContaining({ status: code })

describe('GET /api/user/:id/media', () => {
  it('lists the caller’s files, newest first, page by page', async () => {
    for (const name of ['a.mp3', 'b.mp3', 'c.mp3']) await uploaded(name)
    await upload(harness.service.as(kofi), formOf(randomBytes(10), 'not-hers.mp3'))
    const visitor = harness.service.as(ama)

    const all = await visitor.call(ListUserMedia, { params: { id: 'me' } })
    expect(all.map(({ originalName }) => originalName)).toEqual(['c.mp3', 'b.mp3', 'a.mp3'])

    const first = await visitor.fetch(`/api/user/${ama.id}/media?limit=2`)
    expect(await first.json()).toEqual(all.slice(0, 2))
    const next = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await visitor.fetch(next)
    expect(await second.json()).toEqual(all.slice(2))
    expect(second.headers.get('link')).toBeNull()
  })

  it('refuses the list of another user, also to admins', async () => {
    for (const other of [kofi, admin]) {
      await expect(harness.service.as(other).call(ListUserMedia, { params: { id: ama.id } })).rejects.toEqual(
        status(403),
      )
    }
    await expect(harness.service.as(null).call(ListUserMedia, { params: { id: 'me' } })).rejects.toEqual(status(401))
  })

  it('refuses an invalid cursor', async () => {
    expect((await harness.service.as(ama).fetch('/api/user/me/media?cursor=nonsense')).status).toBe(400)
  })
})

describe('GET /api/media/:id', () => {
  it('returns a file to its owner and admins only', async () => {
    const { id } = await uploaded()

    expect(await harness.service.as(ama).call(GetMedia, { params: { id } })).toMatchObject({ id })
    expect(await harness.service.as(admin).call(GetMedia, { params: { id } })).toMatchObject({ id })
    await expect(harness.service.as(kofi).call(GetMedia, { params: { id } })).rejects.toEqual(status(404))
    await expect(harness.service.as(null).call(GetMedia, { params: { id } })).rejects.toEqual(status(401))
  })

  it('returns 404 for an unknown id', async () => {
    await expect(harness.service.as(ama).call(GetMedia, { params: { id: randomUUID() } })).rejects.toEqual(status(404))
    expect((await harness.service.as(ama).fetch('/api/media/17')).status).toBe(404)
  })
})

describe('PATCH /api/media/:id', () => {
  const rename = (who: Person, id: string, originalName: string) =>
    harness.service.as(who).call(RenameMedia, { params: { id }, body: { originalName } })

  it('renames a file, for its owner and for admins', async () => {
    const { id } = await uploaded()

    expect(await rename(ama, id, '  Salt and memory.mp3 ')).toMatchObject({ id, originalName: 'Salt and memory.mp3' })
    expect(await rename(admin, id, 'b/c\u202e.mp3')).toMatchObject({ originalName: 'c.mp3' })
    await expect(rename(kofi, id, 'mine.mp3')).rejects.toEqual(status(404))
    await expect(rename(ama, id, '   ')).rejects.toEqual(status(400))
    await expect(rename(ama, id, 'x'.repeat(256))).rejects.toEqual(status(400))
    expect(await harness.service.as(ama).call(GetMedia, { params: { id } })).toMatchObject({ originalName: 'c.mp3' })
  })
})

describe('DELETE /api/media/:id', () => {
  const jobsFor = (id: string) =>
    harness.database.db.many(
      z.object({ name: z.string(), data: z.record(z.string(), z.unknown()) }),
      sql`select name, data from outbox where job_id = ${`remove-${id}`} or data ->> 'episodeId' = ${id}`,
    )

  it('hides the file at once, and removes its bytes by a job', async () => {
    const { id } = await uploaded()
    const visitor = harness.service.as(ama)

    expect(await visitor.call(DeleteMedia, { params: { id } })).toEqual({ id, episodeIds: [] })

    await expect(visitor.call(GetMedia, { params: { id } })).rejects.toEqual(status(404))
    await expect(visitor.call(DeleteMedia, { params: { id } })).rejects.toEqual(status(404))
    expect(await visitor.call(ListUserMedia, { params: { id: 'me' } })).toEqual([])
    expect(await jobsFor(id)).toEqual([{ name: 'remove-object', data: { mediaFileId: id } }])

    const stored = await harness.storedKeys()
    await removeObject(harness.database.db, harness.store, id)
    await removeObject(harness.database.db, harness.store, id)
    expect(await harness.storedKeys()).toHaveLength(stored.length - 1)
  })

  it('publishes the lost audio of its episodes, with a higher version', async () => {
    const { id } = await uploaded()
    await harness.markReady(id)
    const episodeId = harness.addEpisode(ama)
    await harness.service.as(ama).call(LinkMedia, { params: { episodeId }, body: { mediaFileId: id } })

    await harness.service.as(ama).call(DeleteMedia, { params: { id } })
    await removeObject(harness.database.db, harness.store, id)

    expect((await jobsFor(episodeId)).map(({ name, data }) => [name, data.version, data.audioFileId])).toEqual([
      ['media.linked', 1, id],
      ['media.deleted', 2, null],
    ])
  })

  it('refuses files of other users, except to admins', async () => {
    const { id } = await uploaded()

    await expect(harness.service.as(kofi).call(DeleteMedia, { params: { id } })).rejects.toEqual(status(404))
    await expect(harness.service.as(null).call(DeleteMedia, { params: { id } })).rejects.toEqual(status(401))
    expect(await harness.service.as(admin).call(DeleteMedia, { params: { id } })).toEqual({ id, episodeIds: [] })
  })

  it('keeps the bytes of a file that was not deleted', async () => {
    const { id } = await uploaded()

    await removeObject(harness.database.db, harness.store, id)

    expect(await harness.service.as(ama).call(GetMedia, { params: { id } })).toMatchObject({ id })
  })
})
