import { GetMedia, GetMediaTimeline, LinkMedia } from '@griot/contracts/media/files'
import { AskRendition, ChooseDelivery, RemoveRendition } from '@griot/contracts/media/renditions'
import { GetQueue, GetQueueItem } from '@griot/contracts/queue'
import { sql } from '@griot/service-kit/db'
import { createGrantVerifier, GRANT_HEADER } from '@griot/service-kit/grant'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeRetired } from '../storage/retired-objects.ts'
import { recording } from '../testing/audio.ts'
import { given } from '../testing/given.ts'
import { formOf, grantSecret, upload } from '../testing/house.ts'
import { openWorkingHouse, type WorkingHouse } from '../testing/working-house.ts'

const [ama, kofi] = [person(), person()]
const admin = person({ roles: ['admin'] })
let house: WorkingHouse

beforeAll(async () => {
  house = await openWorkingHouse()
})
afterAll(() => house.close())

const as = (who: typeof ama | null) => house.service.as(who)
const status = (code: number) => expect.objectContaining({ status: code })
const ask = (id: string, who = ama) => as(who).call(AskRendition, { params: { id } })
const quiet = async () => (await house.processed(ama, await recording('wav', 5), 'quiet.wav', 'audio/wav')).id

/** What the gateway would send. */
const granted = async (who: typeof ama | null, id: string, query = '') => {
  const response = await as(who).fetch(`/api/media/${id}/stream${query}`)
  const grant = await createGrantVerifier(grantSecret)(response.headers.get(GRANT_HEADER) ?? '')
  return grant ?? response.status
}

describe('asking for an even loudness', () => {
  it('makes both forms, says how they sound, and has listeners hear them; the original stays', async () => {
    const id = await quiet()
    expect(await ask(id)).toMatchObject({ rendition: { status: 'processing' }, delivers: 'original', status: 'ready' })
    const { rendition } = await house.seen(ama, id, { rendition: { status: 'ready' }, delivers: 'rendition' })

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
    expect(await house.leftInWorkspace()).toEqual([])
  })

  it('holds the peaks where there is no room to become louder', async () => {
    // Clicks at full scale over a quiet tone.
    const clicks = ['-af', "aeval='if(lt(mod(t,1),0.001),0.98,val(0)*0.2)'"]
    const { id } = await house.processed(ama, await recording('flac', 8, clicks), 'clicks.flac', 'audio/flac')
    await ask(id)
    const { rendition } = await house.seen(ama, id, { rendition: { status: 'ready' } })

    expect(rendition?.loudness).toBeGreaterThan(-20)
    expect(rendition?.peak).toBeLessThan(0)
  })

  it('does it once, however often it is asked', async () => {
    const id = await quiet()
    await Promise.all([ask(id), ask(id), ask(id)])
    await house.seen(ama, id, { rendition: { status: 'ready' } })
    await ask(id)

    const kinds = (await as(ama).call(GetMediaTimeline, { params: { id } })).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'rendition_asked')).toHaveLength(1)
  })

  it('is for whoever owns the file, when it is ready and there is something to hear', async () => {
    const id = await quiet()
    await expect(ask(id, kofi)).rejects.toEqual(status(404))
    const silent = await house.processed(ama, await recording('flac', 3, ['-af', 'volume=0']), 's.flac', 'audio/flac')
    await expect(ask(silent.id)).rejects.toEqual(status(409))
    const failed = await house.processed(ama, Buffer.from('no sound'))
    await expect(ask(failed.id)).rejects.toEqual(status(409))
  })

  it('can be taken back, and its objects go when nobody may hear them any more', async () => {
    const id = await quiet()
    await ask(id)
    await house.seen(ama, id, { delivers: 'rendition' })
    const withRendition = (await house.storedFiles()).length

    expect(await as(ama).call(ChooseDelivery, { params: { id }, body: { delivers: 'original' } })).toMatchObject({
      delivers: 'original',
      rendition: { status: 'ready' },
    })
    expect(await as(ama).call(RemoveRendition, { params: { id } })).toMatchObject({ rendition: null })
    const choosing = as(ama).call(ChooseDelivery, { params: { id }, body: { delivers: 'rendition' } })
    await expect(choosing).rejects.toEqual(status(409))

    const { db } = house.database
    await removeRetired(db, house.store)
    expect(await house.storedFiles()).toHaveLength(withRendition)
    await db.run(sql`update retired_object set retired_at = now() - interval '1 hour'`)
    await removeRetired(db, house.store)
    expect(await house.storedFiles()).toHaveLength(withRendition - 2)
  })

  it('lets nobody but its owner hear the original behind it', async () => {
    const id = await quiet()
    const episodeId = given(house).episodeOf(ama)
    await as(ama).call(LinkMedia, { params: { episodeId }, body: { mediaFileId: id } })
    expect(await granted(null, id, '?as=original')).toMatchObject({ type: 'audio/wav' })
    await ask(id)
    await house.seen(ama, id, { delivers: 'rendition' })

    expect(await granted(null, id)).toMatchObject({ type: 'audio/mpeg' })
    expect(await granted(kofi, id, '?as=original')).toBe(404)
    expect(await granted(kofi, id, '?as=tape')).toBe(404)
    expect(await granted(ama, id, '?as=original')).toMatchObject({ type: 'audio/wav' })
  })

  it('stands in the queue while it is made', async () => {
    const queue = house.queueing.queue('media')
    const id = await quiet()
    await queue.pause()
    await ask(id)
    const rows = (await as(ama).call(GetQueue, {})).rows.filter((row) => row.id === id)
    expect(rows).toMatchObject([{ task: 'rendition', state: 'waiting', step: 'rendition_asked' }])

    // Called off before anybody has begun.
    await as(ama).call(RemoveRendition, { params: { id } })
    await queue.resume()
    expect((await as(ama).call(GetQueue, {})).rows.filter((row) => row.id === id)).toEqual([])
    expect(await as(ama).call(GetMedia, { params: { id } })).toMatchObject({ rendition: null, delivers: 'original' })
  })

  it('shows admins what the worker and its programs said', async () => {
    const { id } = await upload(as(ama), formOf(await recording('mp3', 2)))
    await house.seen(ama, id, { status: 'ready' })

    const { log, technicalError } = await as(admin).call(GetQueueItem, { params: { id } })
    expect(log.map(({ line }) => line)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^worker \d+ fetches \d+ bytes$/),
        expect.stringMatching(/^ffprobe exited with 0 after \d+ ms$/),
        expect.stringMatching(/^ffmpeg ended after [\d.]+ s$/),
      ]),
    )
    expect(technicalError).toBeNull()
    expect((await as(ama).call(GetQueueItem, { params: { id } })).log).toEqual([])

    const failed = await house.processed(ama, Buffer.from('no sound'))
    const item = await as(admin).call(GetQueueItem, { params: { id: failed.id } })
    expect(item.technicalError).toContain('Invalid data')
    expect((await as(ama).call(GetQueueItem, { params: { id: failed.id } })).technicalError).toBeNull()
  })
})
