import { randomBytes, randomUUID } from 'node:crypto'
import { EpisodeVisibility } from '@griot/contracts/events'
import { GetMedia, LinkMedia } from '@griot/contracts/media/files'
import { inTransaction } from '@griot/service-kit/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { given } from '../testing/given.ts'
import { formOf, type House, openHouse, upload } from '../testing/house.ts'
import { followEpisode } from './visibility.queries.ts'

let house: House
const ama = person()
const kofi = person()
const admin = person({ roles: ['admin'] })

beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const uploaded = async () => (await upload(house.service.as(ama), formOf(randomBytes(500)))).id
const link = (episodeId: string, mediaFileId: string, whenReady = false) =>
  house.service.as(ama).call(LinkMedia, { params: { episodeId }, body: { mediaFileId, whenReady } })
const listen = async (who: Person | null, id: string, part: 'stream' | 'peaks' = 'stream') =>
  (await house.service.as(who).fetch(`/api/media/${id}/${part}`)).status

/** Catalog has told this. */
const told = (episodeId: string, version: number, isPublished: boolean, isDeleted = false) =>
  inTransaction(house.database.db, (tx) =>
    followEpisode(tx, EpisodeVisibility.data.parse({ episodeId, version, isPublished, isDeleted })),
  )

const linkedTo = async (status: 'draft' | 'published') => {
  const id = await uploaded()
  await given(house).ready(id)
  const episodeId = given(house).episodeOf(ama, status)
  await link(episodeId, id)
  return { id, episodeId }
}

describe('the audio of an episode', () => {
  it('is heard by its owner and by admins alone while the episode is a draft', async () => {
    const { id } = await linkedTo('draft')

    for (const who of [ama, admin]) expect(await listen(who, id)).toBe(204)
    for (const who of [kofi, null]) {
      expect(await listen(who, id)).toBe(404)
      expect(await listen(who, id, 'peaks')).toBe(404)
    }
  })

  it('is for everyone from its publication until it is taken back', async () => {
    const { id, episodeId } = await linkedTo('draft')

    await told(episodeId, 1, true)
    for (const who of [kofi, null]) expect(await listen(who, id)).toBe(204)

    await told(episodeId, 2, false)
    for (const who of [kofi, null]) expect(await listen(who, id)).toBe(404)
  })

  it('is for everyone as long as one of its episodes is', async () => {
    const { id } = await linkedTo('draft')
    await link(given(house).episodeOf(ama, 'published'), id)

    expect(await listen(kofi, id)).toBe(204)
  })

  it('follows the newest news, however late older news comes, and whatever a link was made from', async () => {
    const { id, episodeId } = await linkedTo('published')

    await told(episodeId, 2, false)
    await told(episodeId, 1, true)
    expect(await listen(kofi, id)).toBe(404)
    await link(episodeId, id)
    expect(await listen(kofi, id)).toBe(404)
  })

  it('was told before the link was made', async () => {
    const episodeId = given(house).episodeOf(ama, 'draft')
    await told(episodeId, 1, true)
    const id = await uploaded()
    await given(house).ready(id)

    await link(episodeId, id)

    expect(await listen(null, id)).toBe(204)
  })

  it('is nobody’s any more when the episode is deleted, and the file stays with its owner', async () => {
    const { id, episodeId } = await linkedTo('published')

    await told(episodeId, 1, false, true)

    expect(await listen(kofi, id)).toBe(404)
    expect(await listen(ama, id)).toBe(204)
    expect((await house.service.as(ama).call(GetMedia, { params: { id } })).episodeIds).toEqual([])
  })

  it('may be news of an episode that plays nothing here', async () => {
    await told(randomUUID(), 1, false, true)
  })
})

describe('a link that may wait', () => {
  it('takes a file that is still being processed, which nobody else hears before it is ready', async () => {
    const id = await uploaded()
    const episodeId = given(house).episodeOf(ama, 'published')

    expect(await link(episodeId, id, true)).toMatchObject({ episodeId, mediaFileId: id })

    expect(await listen(kofi, id)).toBe(404)
    await given(house).ready(id)
    expect(await listen(kofi, id)).toBe(204)
  })

  it('takes no file that failed', async () => {
    const id = await uploaded()
    await given(house).failed(id)

    await expect(link(given(house).episodeOf(ama), id, true)).rejects.toMatchObject({ status: 409 })
  })
})
