import { pathFor } from '@griot/contracts/endpoint'
import { GetMediaArtwork } from '@griot/contracts/media/hearing'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recording, recordingWithCover } from '../testing/audio.ts'
import { manyFrames } from '../testing/bytes.ts'
import { openWorkingHouse, type WorkingHouse } from '../testing/working-house.ts'

const [ama, kofi] = [person(), person()]
let house: WorkingHouse

beforeAll(async () => {
  house = await openWorkingHouse()
})
afterAll(() => house.close())

const artwork = async (who: typeof ama, id: string, headers: Record<string, string> = {}) =>
  house.service.as(who).fetch(pathFor(GetMediaArtwork, { params: { id } }), { headers })

describe('what the tags of a recording suggest', () => {
  it.each(['mp3', 'ogg', 'flac', 'm4a'] as const)('is read from %s', async (recipe) => {
    const tags = ['-metadata', 'title=Ɛyɛ\u202e wo', '-metadata', 'artist=Ama', '-metadata', 'album=Stories']
    const file = await house.processed(ama, await recording(recipe, 2, tags))

    expect(file).toMatchObject({
      status: 'ready',
      suggestions: { title: 'Ɛyɛ  wo', artist: 'Ama', album: 'Stories', hasArtwork: false },
    })
  })

  it('is nothing where there are none', async () => {
    expect(await house.processed(ama, await recording('wav', 2))).toMatchObject({ suggestions: null })
  })

  it('is a picture, too, for its owner, of a size that one can use', async () => {
    const { id, suggestions } = await house.processed(ama, await recordingWithCover(2, { size: '3000x2000' }))
    expect(suggestions).toMatchObject({ title: null, hasArtwork: true })

    const response = await artwork(ama, id)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect((await artwork(ama, id, { 'if-none-match': response.headers.get('etag') ?? '' })).status).toBe(304)
    expect((await artwork(kofi, id)).status).toBe(404)
  })

  it.each([
    ['mp3', 'bmp'],
    ['mp3', 'gif'],
    ['mp3', 'tiff'],
    ['flac', 'tiff'],
    ['m4a', 'bmp'],
  ] as const)('is no reason to refuse %s with a picture that we do not open: %s', async (recipe, codec) => {
    const file = await house.processed(ama, await recordingWithCover(3, { recipe, codec }))

    expect(file).toMatchObject({ status: 'ready', duration: 3, format: recipe, suggestions: null })
  })

  it('cannot be so many that reading them takes all day', async () => {
    const bomb = Buffer.concat([manyFrames(100_000), await recording('mp3', 2)])
    const began = Date.now()
    const file = await house.processed(ama, bomb)

    expect(file.failure).toBe('This file carries far too many tags to be read. Please export it again without them.')
    expect(Date.now() - began).toBeLessThan(45_000)
    const many = Buffer.concat([manyFrames(900), await recording('mp3', 2)])
    expect(await house.processed(ama, many)).toMatchObject({ status: 'ready', duration: 2 })
  })

  it('may hold a novel, which is not kept', async () => {
    const novel = await recording('mp3', 2, ['-metadata', `title=${'x'.repeat(120_000)}`])
    const longer = Buffer.concat([manyFrames(1, 1_000_000), novel])

    const { status, suggestions } = await house.processed(ama, novel)
    expect({ status, length: suggestions?.title?.length }).toEqual({ status: 'ready', length: 200 })
    expect(await house.processed(ama, longer)).toMatchObject({ status: 'ready', duration: 2 })
  })
})
