import { pathFor } from '@griot/contracts/endpoint'
import { GetMediaArtwork } from '@griot/contracts/media/streaming'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { artworkKey } from '../storage/objects.ts'
import { recording, recordingWithCover } from '../testing/audio.ts'
import { manyFrames } from '../testing/bytes.ts'
import { openWorkerHarness, type WorkerHarness } from '../testing/worker-harness.ts'

const [ama, kofi] = [person(), person()]
let harness: WorkerHarness

beforeAll(async () => {
  harness = await openWorkerHarness()
})
afterAll(() => harness.close())

const artwork = async (who: typeof ama, id: string, headers: Record<string, string> = {}) =>
  harness.service.as(who).fetch(pathFor(GetMediaArtwork, { params: { id } }), { headers })

describe('the suggestions from tags', () => {
  it.each(['mp3', 'ogg', 'flac', 'm4a'] as const)('are read from %s', async (recipe) => {
    const tags = ['-metadata', 'title=Ɛyɛ\u202e wo', '-metadata', 'artist=Ama', '-metadata', 'album=Stories']
    const file = await harness.uploadAndProcess(ama, await recording(recipe, 2, tags))

    expect(file).toMatchObject({
      status: 'ready',
      suggestions: { title: 'Ɛyɛ  wo', artist: 'Ama', album: 'Stories', hasArtwork: false },
    })
  })

  it('are null without tags', async () => {
    expect(await harness.uploadAndProcess(ama, await recording('wav', 2))).toMatchObject({ suggestions: null })
  })

  it('include artwork for the owner, scaled down', async () => {
    const { id, suggestions } = await harness.uploadAndProcess(ama, await recordingWithCover(2, { size: '3000x2000' }))
    expect(suggestions).toMatchObject({ title: null, hasArtwork: true })

    const response = await artwork(ama, id)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect((await artwork(kofi, id)).status).toBe(404)

    // An unchanged picture is not read from the store.
    await harness.store.remove(artworkKey(id))
    expect((await artwork(ama, id, { 'if-none-match': response.headers.get('etag') ?? '' })).status).toBe(304)
    expect((await artwork(ama, id)).status).toBe(404)
  })

  it.each([
    ['mp3', 'bmp'],
    ['mp3', 'gif'],
    ['mp3', 'tiff'],
    ['flac', 'tiff'],
    ['m4a', 'bmp'],
  ] as const)('ignore a picture in %s of an unsupported kind: %s', async (recipe, codec) => {
    const file = await harness.uploadAndProcess(ama, await recordingWithCover(3, { recipe, codec }))

    expect(file).toMatchObject({ status: 'ready', duration: 3, format: recipe, suggestions: null })
  })

  it('do not fail a file that has 900 tags', async () => {
    const many = Buffer.concat([manyFrames(900), await recording('mp3', 2)])
    expect(await harness.uploadAndProcess(ama, many)).toMatchObject({ status: 'ready', duration: 2 })
  })

  it('are cut to 200 characters, and do not fail a file with a longer tag', async () => {
    const novel = await recording('mp3', 2, ['-metadata', `title=${'x'.repeat(120_000)}`])
    const longer = Buffer.concat([manyFrames(1, 1_000_000), novel])

    const { status, suggestions } = await harness.uploadAndProcess(ama, novel)
    expect({ status, length: suggestions?.title?.length }).toEqual({ status: 'ready', length: 200 })
    expect(await harness.uploadAndProcess(ama, longer)).toMatchObject({ status: 'ready', duration: 2 })
  })
})
