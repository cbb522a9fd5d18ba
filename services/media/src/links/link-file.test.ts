import { randomBytes, randomUUID } from 'node:crypto'
import { GetMedia, LinkMedia } from '@griot/contracts/media/files'
import { sql } from '@griot/service-kit/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { given } from '../testing/given.ts'
import { formOf, type House, openHouse, upload } from '../testing/house.ts'

let house: House
let ama: Person
const kofi = person()

beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())
beforeEach(() => {
  ama = person()
})

const readyFileOf = async (owner: Person) => {
  const { id } = await upload(house.service.as(owner), formOf(randomBytes(500)))
  await given(house).ready(id)
  return id
}

const link = (who: Person | null, episodeId: string, mediaFileId: string) =>
  house.service.as(who).call(LinkMedia, { params: { episodeId }, body: { mediaFileId } })

const eventsFor = (episodeId: string) =>
  house.database.db.many(
    z.object({ queue: z.string(), name: z.string(), data: z.record(z.string(), z.unknown()) }),
    sql`select queue, name, data from outbox where data ->> 'episodeId' = ${episodeId} order by created_at`,
  )

describe('POST /api/episode/:episodeId/media', () => {
  it('links a ready file and tells catalog how long it plays', async () => {
    const [episodeId, id] = [given(house).episodeOf(ama), await readyFileOf(ama)]

    expect(await link(ama, episodeId, id)).toEqual({ episodeId, mediaFileId: id, mediaType: 'audio', isDefault: true })

    expect(await eventsFor(episodeId)).toEqual([
      {
        queue: 'events-catalog',
        name: 'media.linked',
        data: { episodeId, version: 1, audioFileId: id, duration: 42 },
      },
    ])
    expect(await house.service.as(ama).call(GetMedia, { params: { id } })).toMatchObject({ episodeIds: [episodeId] })
  })

  it('puts another file in its place, with a higher version', async () => {
    const [episodeId, first, second] = [given(house).episodeOf(ama), await readyFileOf(ama), await readyFileOf(ama)]

    await link(ama, episodeId, first)
    await link(ama, episodeId, second)

    expect((await eventsFor(episodeId)).map(({ data }) => [data.version, data.audioFileId])).toEqual([
      [1, first],
      [2, second],
    ])
    expect((await house.service.as(ama).call(GetMedia, { params: { id: first } })).episodeIds).toEqual([])
  })

  it('gives every link a version of its own when many are made at once', async () => {
    const episodeId = given(house).episodeOf(ama)
    const files = await Promise.all([readyFileOf(ama), readyFileOf(ama), readyFileOf(ama), readyFileOf(ama)])

    await Promise.all(files.map((id) => link(ama, episodeId, id)))

    const events = await eventsFor(episodeId)
    expect(events.map(({ data }) => data.version).sort()).toEqual([1, 2, 3, 4])
  })

  it('waits for the file to be ready', async () => {
    const episodeId = given(house).episodeOf(ama)
    const processing = await upload(house.service.as(ama), formOf(randomBytes(500)))
    const failed = await upload(house.service.as(ama), formOf(randomBytes(500)))
    await given(house).failed(failed.id)

    for (const { id } of [processing, failed]) {
      await expect(link(ama, episodeId, id)).rejects.toMatchObject({ status: 409, code: 'media.not_ready' })
    }
    expect(await eventsFor(episodeId)).toEqual([])
  })

  it('needs both to be one’s own', async () => {
    const [episodeId, id] = [given(house).episodeOf(ama), await readyFileOf(ama)]

    await expect(link(kofi, episodeId, id)).rejects.toMatchObject({ status: 404, code: 'episode.not_found' })
    await expect(link(ama, given(house).episodeOf(kofi), id)).rejects.toMatchObject({ code: 'episode.not_found' })
    await expect(link(kofi, given(house).episodeOf(kofi), id)).rejects.toMatchObject({ code: 'media.not_found' })
    await expect(link(ama, randomUUID(), id)).rejects.toMatchObject({ code: 'episode.not_found' })
    await expect(link(ama, episodeId, randomUUID())).rejects.toMatchObject({ code: 'media.not_found' })
    await expect(link(null, episodeId, id)).rejects.toMatchObject({ status: 401 })
  })

  it.each([
    ['no id', {}],
    ['an id that is none', { mediaFileId: 'episode-1' }],
    ['another kind of media', { mediaFileId: randomUUID(), mediaType: 'video' }],
    ['a field of its own', { mediaFileId: randomUUID(), ownerId: randomUUID() }],
  ])('refuses %s', async (_, body) => {
    const response = await house.service.as(ama).fetch(`/api/episode/${given(house).episodeOf(ama)}/media`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

    expect(response.status).toBe(400)
    expect(await response.json()).toHaveProperty('fields')
  })
})
