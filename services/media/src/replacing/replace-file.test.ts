import { randomBytes } from 'node:crypto'
import { DeleteMedia, GetMedia, LinkMedia, ListUserMedia, ReplaceMedia } from '@griot/contracts/media/files'
import { AskRendition } from '@griot/contracts/media/renditions'
import { sql } from '@griot/service-kit/db'
import { createGrantVerifier, GRANT_HEADER } from '@griot/service-kit/grant'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { recording } from '../testing/audio.ts'
import { given } from '../testing/given.ts'
import { formOf, grantSecret, upload } from '../testing/house.ts'
import { openWorkingHouse, type WorkingHouse } from '../testing/working-house.ts'

let house: WorkingHouse
let ama: Person

beforeAll(async () => {
  house = await openWorkingHouse()
})
afterAll(() => house.close())
beforeEach(() => {
  ama = person()
})

const as = (who: Person | null) => house.service.as(who)
const replace = (id: string, mediaFileId: string, who = ama) =>
  as(who).call(ReplaceMedia, { params: { id }, body: { mediaFileId } })
const status = (code: number) => expect.objectContaining({ status: code })
const listed = async () => (await as(ama).call(ListUserMedia, { params: { id: 'me' } })).map(({ id }) => id)
const mp3 = async (seconds: number) => house.processed(ama, await recording('mp3', seconds), `${seconds}.mp3`)
const uploadedWhilePaused = async (bytes: Buffer, name: string) => {
  await house.queueing.queue('media').pause()
  return (await upload(as(ama), formOf(bytes, name))).id
}
const resume = () => house.queueing.queue('media').resume()
const durations = (mediaFileId: string) =>
  house.database.db.many(
    z.object({ version: z.number() }),
    sql`select version from episode_media where media_file_id = ${mediaFileId}`,
  )
const grantOf = async (who: Person | null, id: string) => {
  const response = await as(who).fetch(`/api/media/${id}/stream`)
  return createGrantVerifier(grantSecret)(response.headers.get(GRANT_HEADER) ?? '')
}

describe('POST /api/media/:id/replace', () => {
  it('plays the old audio until the new is ready, and keeps id, name and episodes', async () => {
    const { id } = await mp3(2)
    const episodeId = given(house).episodeOf(ama)
    await as(ama).call(LinkMedia, { params: { episodeId }, body: { mediaFileId: id } })
    const before = await grantOf(null, id)
    const newId = await uploadedWhilePaused(await recording('flac', 4), 'better.flac')

    expect(await replace(id, newId)).toMatchObject({
      id,
      duration: 2,
      replacement: { id: newId, originalName: 'better.flac', status: 'processing' },
    })
    expect(await listed()).toEqual([id])
    expect(await grantOf(null, id)).toMatchObject({ key: before?.key })

    await resume()
    const after = await house.seen(ama, id, { duration: 4, replacement: null })
    expect(after).toMatchObject({ originalName: '2.mp3', format: 'flac', status: 'ready', episodeIds: [episodeId] })
    expect(await listed()).toEqual([id])
    await expect(as(ama).call(GetMedia, { params: { id: newId } })).rejects.toEqual(status(404))
    const grant = await grantOf(null, id)
    expect(grant).toMatchObject({ type: 'audio/flac' })
    expect(grant?.etag).not.toBe(before?.etag)
    // Catalog is told of the new length.
    expect(await durations(id)).toEqual([{ version: 2 }])
    // Whoever is listening may hear the old one to its end.
    const retired = await house.database.db.run(
      sql`select 1 from retired_object where object_key = ${before?.key ?? ''}`,
    )
    expect(retired).toBe(1)
  })

  it('is done at once with audio that is ready', async () => {
    const [{ id }, next] = [await mp3(2), await mp3(3)]

    expect(await replace(id, next.id)).toMatchObject({ id, duration: 3, replacement: null })
    expect(await listed()).toEqual([id])
  })

  it('mends a file that had failed', async () => {
    const failed = await house.processed(ama, randomBytes(2_000), 'broken.mp3')
    expect(failed).toMatchObject({ status: 'failed', isHopeless: true })
    const next = await mp3(2)

    expect(await replace(failed.id, next.id)).toMatchObject({
      status: 'ready',
      failure: null,
      isHopeless: false,
      duration: 2,
    })
  })

  it('changes nothing when the new audio cannot be read, and can be called off', async () => {
    const { id } = await mp3(2)
    const newId = await uploadedWhilePaused(randomBytes(3_000), 'noise.mp3')
    await replace(id, newId)
    await resume()
    await house.seen(ama, id, { status: 'ready', duration: 2, replacement: { id: newId, status: 'failed' } })

    await as(ama).call(DeleteMedia, { params: { id: newId } })
    await house.seen(ama, id, { status: 'ready', duration: 2, replacement: null })
  })

  it('evens out the new audio, too, where that was wanted', async () => {
    const { id } = await mp3(3)
    await as(ama).call(AskRendition, { params: { id } })
    await house.seen(ama, id, { delivers: 'rendition' })
    const next = await mp3(4)

    expect(await replace(id, next.id)).toMatchObject({ delivers: 'original', rendition: { status: 'processing' } })
    await house.seen(ama, id, { duration: 4, delivers: 'rendition', rendition: { status: 'ready' } })
  })

  it('takes only what is the same person’s and free', async () => {
    const { id } = await mp3(2)
    const next = await mp3(3)
    const kofi = person()
    const his = await house.processed(kofi, await recording('mp3', 2))

    await expect(replace(id, his.id)).rejects.toEqual(status(404))
    await expect(replace(id, next.id, kofi)).rejects.toEqual(status(404))
    await expect(replace(id, id)).rejects.toEqual(status(409))
    const episodeId = given(house).episodeOf(ama)
    await as(ama).call(LinkMedia, { params: { episodeId }, body: { mediaFileId: next.id } })
    await expect(replace(id, next.id)).rejects.toEqual(status(409))
  })

  it('goes with the file that it was for', async () => {
    const { id } = await mp3(2)
    const newId = await uploadedWhilePaused(await recording('mp3', 2), 'late.mp3')
    await replace(id, newId)
    await as(ama).call(DeleteMedia, { params: { id } })
    await resume()

    await expect(as(ama).call(GetMedia, { params: { id: newId } })).rejects.toEqual(status(404))
    const stored = async () => (await house.storedFiles()).filter((path) => path.includes(newId) || path.includes(id))
    await expect.poll(stored).toEqual([])
  })
})
