import { randomBytes, randomUUID } from 'node:crypto'
import { GetMedia, LinkMedia } from '@griot/contracts/media/files'
import { sql } from '@griot/service-kit/db/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { formOf, type Harness, openHarness, upload } from '../testing/harness.ts'

let harness: Harness
let ama: Person
const kofi = person()

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => {
  ama = person()
})

const readyFileOf = async (owner: Person) => {
  const { id } = await upload(harness.service.as(owner), formOf(randomBytes(500)))
  await harness.markReady(id)
  return id
}

const link = (who: Person | null, episodeId: string, mediaFileId: string) =>
  harness.service.as(who).call(LinkMedia, { params: { episodeId }, body: { mediaFileId } })

const eventsFor = (episodeId: string) =>
  harness.database.db.many(
    z.object({ queue: z.string(), name: z.string(), data: z.record(z.string(), z.unknown()) }),
    sql`select queue, name, data from outbox where data ->> 'episodeId' = ${episodeId} order by created_at`,
  )

describe('POST /api/episode/:episodeId/media', () => {
  it('links a ready file and publishes its duration to catalog', async () => {
    const [episodeId, id] = [harness.addEpisode(ama), await readyFileOf(ama)]

    expect(await link(ama, episodeId, id)).toEqual({ episodeId, mediaFileId: id, mediaType: 'audio', isDefault: true })

    expect(await eventsFor(episodeId)).toEqual([
      {
        queue: 'events-catalog',
        name: 'media.linked',
        data: {
          episodeId,
          version: 1,
          audioFileId: id,
          duration: 42,
          chapters: null,
          audioSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          mp3Bytes: 500,
        },
      },
    ])
    expect(await harness.service.as(ama).call(GetMedia, { params: { id } })).toMatchObject({ episodeIds: [episodeId] })
  })

  it('replaces the linked file, with a higher version', async () => {
    const [episodeId, first, second] = [harness.addEpisode(ama), await readyFileOf(ama), await readyFileOf(ama)]

    await link(ama, episodeId, first)
    await link(ama, episodeId, second)

    expect((await eventsFor(episodeId)).map(({ data }) => [data.version, data.audioFileId])).toEqual([
      [1, first],
      [2, second],
    ])
    expect((await harness.service.as(ama).call(GetMedia, { params: { id: first } })).episodeIds).toEqual([])
  })

  it('gives concurrent links different versions', async () => {
    const episodeId = harness.addEpisode(ama)
    const files = await Promise.all([readyFileOf(ama), readyFileOf(ama), readyFileOf(ama), readyFileOf(ama)])

    await Promise.all(files.map((id) => link(ama, episodeId, id)))

    const events = await eventsFor(episodeId)
    expect(events.map(({ data }) => data.version).sort()).toEqual([1, 2, 3, 4])
  })

  it('refuses a file that is not ready', async () => {
    const episodeId = harness.addEpisode(ama)
    const processing = await upload(harness.service.as(ama), formOf(randomBytes(500)))
    const failed = await upload(harness.service.as(ama), formOf(randomBytes(500)))
    await harness.markFailed(failed.id)

    await expect(link(ama, episodeId, processing.id)).rejects.toMatchObject({ status: 409, code: 'media.not_ready' })
    await expect(link(ama, episodeId, failed.id)).rejects.toMatchObject({ status: 409, code: 'media.failed' })
    expect(await eventsFor(episodeId)).toEqual([])
  })

  it('requires the caller to own the file and the episode', async () => {
    const [episodeId, id] = [harness.addEpisode(ama), await readyFileOf(ama)]

    await expect(link(kofi, episodeId, id)).rejects.toMatchObject({ status: 404, code: 'episode.not_found' })
    await expect(link(ama, harness.addEpisode(kofi), id)).rejects.toMatchObject({ code: 'episode.not_found' })
    await expect(link(kofi, harness.addEpisode(kofi), id)).rejects.toMatchObject({ code: 'media.not_found' })
    await expect(link(ama, randomUUID(), id)).rejects.toMatchObject({ code: 'episode.not_found' })
    await expect(link(ama, episodeId, randomUUID())).rejects.toMatchObject({ code: 'media.not_found' })
    await expect(link(null, episodeId, id)).rejects.toMatchObject({ status: 401 })
  })

  it('links a file of an editor to an episode of the show, and not a file of another member', async () => {
    const episodeId = harness.addEpisode(ama)
    const [editor, analyst] = [person(), person()]
    harness.addMembers(episodeId, { [editor.id]: 'editor', [analyst.id]: 'analyst' })

    await expect(link(analyst, episodeId, await readyFileOf(analyst))).rejects.toMatchObject({ status: 403 })
    await expect(link(editor, episodeId, await readyFileOf(ama))).rejects.toMatchObject({ code: 'media.not_found' })
    const id = await readyFileOf(editor)
    expect(await link(editor, episodeId, id)).toMatchObject({ episodeId, mediaFileId: id })
  })

  it.each([
    ['no id', {}],
    ['an invalid id', { mediaFileId: 'episode-1' }],
    ['another kind of media', { mediaFileId: randomUUID(), mediaType: 'video' }],
    ['an unknown field', { mediaFileId: randomUUID(), ownerId: randomUUID() }],
  ])('refuses %s', async (_, body) => {
    const response = await harness.service.as(ama).fetch(`/api/episode/${harness.addEpisode(ama)}/media`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

    expect(response.status).toBe(400)
    expect(await response.json()).toHaveProperty('fields')
  })
})
