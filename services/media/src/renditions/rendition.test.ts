import { GetMedia, GetMediaTimeline, LinkMedia } from '@griot/contracts/media/files'
import { AskRendition, ChooseDelivery, RemoveRendition } from '@griot/contracts/media/renditions'
import { GetQueue, GetQueueItem } from '@griot/contracts/queue'
import { sql } from '@griot/service-kit/db/db'
import { createGrantVerifier, GRANT_HEADER } from '@griot/service-kit/identity/grant'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeRetired } from '../storage/objects.ts'
import { recording } from '../testing/audio.ts'
import { formOf, grantSecret, upload } from '../testing/harness.ts'
import { openWorkerHarness, type WorkerHarness } from '../testing/worker-harness.ts'

const [ama, kofi] = [person(), person()]
const admin = person({ roles: ['admin'] })
let harness: WorkerHarness

beforeAll(async () => {
  harness = await openWorkerHarness()
})
afterAll(() => harness.close())

const as = (who: typeof ama | null) => harness.service.as(who)
const status = (code: number) => expect.objectContaining({ status: code })
const ask = (id: string, who = ama) => as(who).call(AskRendition, { params: { id } })
const quiet = async () => (await harness.uploadAndProcess(ama, await recording('wav', 5), 'quiet.wav', 'audio/wav')).id

/** The object that the gateway would send. */
const granted = async (who: typeof ama | null, id: string, query = '') => {
  const response = await as(who).fetch(`/api/media/${id}/stream${query}`)
  const grant = await createGrantVerifier(grantSecret)(response.headers.get(GRANT_HEADER) ?? '')
  return grant ?? response.status
}

describe('a rendition', () => {
  it('has two forms with measured loudness, which listeners hear instead of the original', async () => {
    const id = await quiet()
    expect(await ask(id)).toMatchObject({ rendition: { status: 'processing' }, delivers: 'original', status: 'ready' })
    const { rendition } = await harness.waitForFile(ama, id, { rendition: { status: 'ready' }, delivers: 'rendition' })

    // A sine of -21 LUFS has become one of -16.
    expect(rendition?.loudness).toBeGreaterThan(-17)
    expect(rendition?.loudness).toBeLessThan(-15)
    expect(rendition?.peak).toBeLessThan(-1)
    expect(await granted(ama, id)).toMatchObject({
      type: 'audio/mpeg',
      size: rendition?.mp3Size,
      name: 'quiet.mp3',
    })
    expect(await granted(ama, id, '?as=aac')).toMatchObject({ type: 'audio/mp4', size: rendition?.aacSize })
    expect(await granted(ama, id, '?as=original')).toMatchObject({ type: 'audio/wav', name: 'quiet.wav' })
    const kinds = (await as(ama).call(GetMediaTimeline, { params: { id } })).map(({ kind }) => kind)
    expect(kinds.slice(-3)).toEqual(['rendition_asked', 'rendition_started', 'rendition_ready'])
    expect(await harness.jobFolders()).toEqual([])
  })

  it('limits the peaks of a recording with clicks at full scale', async () => {
    // Clicks at full scale over a quiet tone.
    const clicks = ['-af', "aeval='if(lt(mod(t,1),0.001),0.98,val(0)*0.2)'"]
    const { id } = await harness.uploadAndProcess(ama, await recording('flac', 8, clicks), 'clicks.flac', 'audio/flac')
    await ask(id)
    const { rendition } = await harness.waitForFile(ama, id, { rendition: { status: 'ready' } })

    expect(rendition?.loudness).toBeGreaterThan(-20)
    expect(rendition?.peak).toBeLessThan(0)
  })

  it('is made once, also if it is requested again', async () => {
    const id = await quiet()
    await Promise.all([ask(id), ask(id), ask(id)])
    await harness.waitForFile(ama, id, { rendition: { status: 'ready' } })
    await ask(id)

    const kinds = (await as(ama).call(GetMediaTimeline, { params: { id } })).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'rendition_asked')).toHaveLength(1)
  })

  it('can be requested only by the owner of a ready, audible file', async () => {
    const id = await quiet()
    await expect(ask(id, kofi)).rejects.toEqual(status(404))
    const silent = await harness.uploadAndProcess(
      ama,
      await recording('flac', 3, ['-af', 'volume=0']),
      's.flac',
      'audio/flac',
    )
    await expect(ask(silent.id)).rejects.toEqual(status(409))
    const failed = await harness.uploadAndProcess(ama, Buffer.from('no sound'))
    await expect(ask(failed.id)).rejects.toEqual(status(409))
  })

  it('can be removed, and its objects are deleted when all grants have expired', async () => {
    const id = await quiet()
    await ask(id)
    await harness.waitForFile(ama, id, { delivers: 'rendition' })
    const withRendition = (await harness.storedKeys()).length

    expect(await as(ama).call(ChooseDelivery, { params: { id }, body: { delivers: 'original' } })).toMatchObject({
      delivers: 'original',
      rendition: { status: 'ready' },
    })
    expect(await as(ama).call(RemoveRendition, { params: { id } })).toMatchObject({ rendition: null })
    const choosing = as(ama).call(ChooseDelivery, { params: { id }, body: { delivers: 'rendition' } })
    await expect(choosing).rejects.toEqual(status(409))

    const { db } = harness.database
    await removeRetired(db, harness.store)
    expect(await harness.storedKeys()).toHaveLength(withRendition)
    await db.run(sql`update retired_object set retired_at = now() - interval '1 hour'`)
    await removeRetired(db, harness.store)
    expect(await harness.storedKeys()).toHaveLength(withRendition - 2)
  })

  it('sends listeners only what the episode plays', async () => {
    const id = await quiet()
    const episodeId = harness.addEpisode(ama)
    await as(ama).call(LinkMedia, { params: { episodeId }, body: { mediaFileId: id } })
    expect(await granted(null, id, '?as=original')).toMatchObject({ type: 'audio/wav' })
    await ask(id)
    await harness.waitForFile(ama, id, { delivers: 'rendition' })

    expect(await granted(null, id)).toMatchObject({ type: 'audio/mpeg' })
    expect(await granted(kofi, id, '?as=original')).toBe(404)
    expect(await granted(kofi, id, '?as=tape')).toBe(404)
    expect(await granted(ama, id, '?as=original')).toMatchObject({ type: 'audio/wav' })

    await as(ama).call(ChooseDelivery, { params: { id }, body: { delivers: 'original' } })
    for (const form of ['mp3', 'aac']) expect(await granted(kofi, id, `?as=${form}`)).toBe(404)
    expect(await granted(kofi, id)).toMatchObject({ type: 'audio/wav' })
    expect(await granted(ama, id, '?as=mp3')).toMatchObject({ type: 'audio/mpeg' })
  })

  it('is shown in the queue while it is encoded', async () => {
    const queue = harness.queueing.queue('media')
    const id = await quiet()
    await queue.pause()
    await ask(id)
    const rows = (await as(ama).call(GetQueue, {})).rows.filter((row) => row.id === id)
    expect(rows).toMatchObject([{ task: 'rendition', state: 'waiting', step: 'rendition_asked' }])

    // Cancelled before a worker has started it.
    await as(ama).call(RemoveRendition, { params: { id } })
    await queue.resume()
    expect((await as(ama).call(GetQueue, {})).rows.filter((row) => row.id === id)).toEqual([])
    expect(await as(ama).call(GetMedia, { params: { id } })).toMatchObject({ rendition: null, delivers: 'original' })
  })

  it('shows admins the log of the worker and its programs', async () => {
    const { id } = await upload(as(ama), formOf(await recording('mp3', 2)))
    await harness.waitForFile(ama, id, { status: 'ready' })

    const { log, technicalError } = await as(admin).call(GetQueueItem, { params: { id } })
    expect(log.map(({ line }) => line)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^worker \d+ downloads \d+ bytes$/),
        expect.stringMatching(/^ffprobe ended after \d+ ms$/),
        expect.stringMatching(/^ffmpeg ended after [\d.]+ s$/),
      ]),
    )
    expect(technicalError).toBeNull()
    expect((await as(ama).call(GetQueueItem, { params: { id } })).log).toEqual([])

    const failed = await harness.uploadAndProcess(ama, Buffer.from('no sound'))
    const item = await as(admin).call(GetQueueItem, { params: { id: failed.id } })
    expect(item.technicalError).toContain('Invalid data')
    expect((await as(ama).call(GetQueueItem, { params: { id: failed.id } })).technicalError).toBeNull()
  })
})
