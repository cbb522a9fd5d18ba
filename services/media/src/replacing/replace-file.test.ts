import { randomBytes } from 'node:crypto'
import { DeleteMedia, GetMedia, LinkMedia, ListUserMedia, ReplaceMedia } from '@griot/contracts/media/files'
import { AskRendition } from '@griot/contracts/media/renditions'
import { sql } from '@griot/service-kit/db/db'
import { createGrantVerifier, GRANT_HEADER } from '@griot/service-kit/identity/grant'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { recording } from '../testing/audio.ts'
import { formOf, grantSecret, upload } from '../testing/harness.ts'
import { openWorkerHarness, type WorkerHarness } from '../testing/worker-harness.ts'

let harness: WorkerHarness
let ama: Person

beforeAll(async () => {
  harness = await openWorkerHarness()
})
afterAll(() => harness.close())
beforeEach(() => {
  ama = person()
})

const as = (who: Person | null) => harness.service.as(who)
const replace = (id: string, mediaFileId: string, who = ama) =>
  as(who).call(ReplaceMedia, { params: { id }, body: { mediaFileId } })
const status = (code: number) => expect.objectContaining({ status: code })
const listed = async () => (await as(ama).call(ListUserMedia, { params: { id: 'me' } })).map(({ id }) => id)
const mp3 = async (seconds: number) => harness.uploadAndProcess(ama, await recording('mp3', seconds), `${seconds}.mp3`)
const uploadedWhilePaused = async (bytes: Buffer, name: string) => {
  await harness.queueing.queue('media').pause()
  return (await upload(as(ama), formOf(bytes, name))).id
}
const resume = () => harness.queueing.queue('media').resume()
const durations = (mediaFileId: string) =>
  harness.database.db.many(
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
    const episodeId = harness.addEpisode(ama)
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
    const after = await harness.waitForFile(ama, id, { duration: 4, replacement: null })
    expect(after).toMatchObject({ originalName: '2.mp3', format: 'flac', status: 'ready', episodeIds: [episodeId] })
    expect(await listed()).toEqual([id])
    await expect(as(ama).call(GetMedia, { params: { id: newId } })).rejects.toEqual(status(404))
    const grant = await grantOf(null, id)
    expect(grant).toMatchObject({ type: 'audio/flac' })
    expect(grant?.etag).not.toBe(before?.etag)
    // Catalog gets the new length.
    expect(await durations(id)).toEqual([{ version: 2 }])
    // The old object stays while listeners may still have a grant for it.
    const retired = await harness.database.db.run(
      sql`select 1 from retired_object where object_key = ${before?.key ?? ''}`,
    )
    expect(retired).toBe(1)
  })

  it('replaces the audio at once if the new file is ready', async () => {
    const [{ id }, next] = [await mp3(2), await mp3(3)]

    expect(await replace(id, next.id)).toMatchObject({ id, duration: 3, replacement: null })
    expect(await listed()).toEqual([id])
  })

  it('repairs a failed file', async () => {
    const failed = await harness.uploadAndProcess(ama, randomBytes(2_000), 'broken.mp3')
    expect(failed).toMatchObject({ status: 'failed', isHopeless: true })
    const next = await mp3(2)

    expect(await replace(failed.id, next.id)).toMatchObject({
      status: 'ready',
      failure: null,
      isHopeless: false,
      duration: 2,
    })
  })

  it('changes nothing if the new audio fails, and can be cancelled', async () => {
    const { id } = await mp3(2)
    const newId = await uploadedWhilePaused(randomBytes(3_000), 'noise.mp3')
    await replace(id, newId)
    await resume()
    await harness.waitForFile(ama, id, { status: 'ready', duration: 2, replacement: { id: newId, status: 'failed' } })

    await as(ama).call(DeleteMedia, { params: { id: newId } })
    await harness.waitForFile(ama, id, { status: 'ready', duration: 2, replacement: null })
  })

  it('makes a rendition of the new audio if the old one had one', async () => {
    const { id } = await mp3(3)
    await as(ama).call(AskRendition, { params: { id } })
    await harness.waitForFile(ama, id, { delivers: 'rendition' })
    const next = await mp3(4)

    expect(await replace(id, next.id)).toMatchObject({ delivers: 'original', rendition: { status: 'processing' } })
    await harness.waitForFile(ama, id, { duration: 4, delivers: 'rendition', rendition: { status: 'ready' } })
  })

  it('accepts only an unused file of the same owner', async () => {
    const { id } = await mp3(2)
    const next = await mp3(3)
    const kofi = person()
    const his = await harness.uploadAndProcess(kofi, await recording('mp3', 2))

    await expect(replace(id, his.id)).rejects.toEqual(status(404))
    await expect(replace(id, next.id, kofi)).rejects.toEqual(status(404))
    await expect(replace(id, id)).rejects.toEqual(status(409))
    const episodeId = harness.addEpisode(ama)
    await as(ama).call(LinkMedia, { params: { episodeId }, body: { mediaFileId: next.id } })
    await expect(replace(id, next.id)).rejects.toEqual(status(409))
  })

  it('deletes the new file together with the file that it replaces', async () => {
    const { id } = await mp3(2)
    const newId = await uploadedWhilePaused(await recording('mp3', 2), 'late.mp3')
    await replace(id, newId)
    await as(ama).call(DeleteMedia, { params: { id } })
    await resume()

    await expect(as(ama).call(GetMedia, { params: { id: newId } })).rejects.toEqual(status(404))
    const stored = async () => (await harness.storedKeys()).filter((path) => path.includes(newId) || path.includes(id))
    await expect.poll(stored).toEqual([])
  })
})
