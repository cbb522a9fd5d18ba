import { DeleteMedia, GetMedia, GetMediaTimeline } from '@griot/contracts/media/files'
import { CancelQueueItem, GetQueueItem } from '@griot/contracts/queue'
import { sql } from '@griot/service-kit/db/db'
import { isOnServers } from '@griot/service-kit/testing/backing-services'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { MEDIA_QUEUE } from '../jobs/media-queues.ts'
import { film, manyTracks, picture, type Recipe, recording, recordingWithCover } from '../testing/audio.ts'
import { formOf, upload } from '../testing/harness.ts'
import { openWorkerHarness, type WorkerHarness } from '../testing/worker-harness.ts'
import { ProbeMedia } from './probe-media.job.ts'

const ama = person()
let harness: WorkerHarness
let downloadsToFail = 0

beforeAll(async () => {
  harness = await openWorkerHarness((store) => ({
    ...store,
    async download(...args) {
      if (downloadsToFail > 0) {
        downloadsToFail -= 1
        throw new Error('the store does not respond')
      }
      await store.download(...args)
    },
  }))
})
afterAll(() => harness.close())

const process = (bytes: Uint8Array<ArrayBuffer> | Buffer, name?: string, type?: string) =>
  harness.uploadAndProcess(ama, bytes, name, type)

describe('processing a recording', () => {
  it.each<[Recipe, string, { format: string; codec: string }]>([
    ['mp3', 'audio/mpeg', { format: 'mp3', codec: 'mp3' }],
    ['wav', 'audio/wav', { format: 'wav', codec: 'pcm_s16le' }],
    ['ogg', 'audio/ogg', { format: 'ogg', codec: 'vorbis' }],
    ['opus', 'audio/ogg', { format: 'ogg', codec: 'opus' }],
    ['aac', 'audio/aac', { format: 'aac', codec: 'aac' }],
    ['m4a', 'audio/mp4', { format: 'm4a', codec: 'aac' }],
    ['flac', 'audio/flac', { format: 'flac', codec: 'flac' }],
  ])('measures %s', async (recipe, type, expected) => {
    const file = await process(await recording(recipe, 3), `episode.${recipe}`, type)

    expect(file).toMatchObject({
      status: 'ready',
      failure: null,
      duration: 3,
      channels: 1,
      progress: null,
      ...expected,
    })
    expect(file.sampleRate).toBe(recipe === 'opus' ? 48_000 : 44_100)
    expect(file.bitrate).toBeGreaterThan(10_000)
    expect(await harness.jobFolders()).toEqual([])
  })

  it('measures loudness, true peak and silence', async () => {
    // A sine with two seconds of silence before it and one after.
    const silenceAround = ['-af', 'volume=-6dB,adelay=2000,apad=pad_len=44100']
    const file = await process(await recording('wav', 5, [...silenceAround, '-ac', '2']), 'a.wav', 'audio/wav')

    expect(file).toMatchObject({ status: 'ready', duration: 8 })
    // ffmpeg's sine is at -18 dB. The filter takes 6 dB, and the split into two channels another 3 dB.
    expect(file.sound?.peak).toBeCloseTo(-27.1, 0)
    expect(file.sound?.loudness).toBeGreaterThan(-30)
    expect(file.sound?.loudness).toBeLessThan(-22)
    expect(file.sound?.leadingSilence).toBeCloseTo(2, 1)
    expect(file.sound?.trailingSilence).toBeCloseTo(1, 1)
  })

  it('reports the peak of a clipped recording, and no loudness for silence', async () => {
    const loud = await process(await recording('flac', 3, ['-af', 'volume=30dB']), 'loud.flac', 'audio/flac')
    expect(loud.sound?.peak).toBeGreaterThan(-0.1)
    const silent = await process(await recording('flac', 3, ['-af', 'volume=0']), 'silent.flac', 'audio/flac')
    expect(silent.sound).toEqual({ loudness: null, peak: null, leadingSilence: 3, trailingSilence: 3 })
  })

  it('records its steps in order', async () => {
    const { id } = await process(await recording('mp3', 2))
    const timeline = await harness.service.as(ama).call(GetMediaTimeline, { params: { id } })

    expect(timeline.map(({ kind, attempt }) => [kind, attempt])).toEqual([
      ['received', null],
      ['started', 1],
      ['checked', 1],
      ['measured', 1],
      ['ready', null],
    ])
    expect(timeline[2]?.sentence).toBe('It is MP3 sound.')
  })

  it('stops when the user cancels it', async () => {
    const visitor = harness.service.as(ama)
    const tenSeconds = await recording('mp3', 10, ['-b:a', '32k', '-write_xing', '0', '-id3v2_version', '0'])
    const { id } = await upload(visitor, formOf(Buffer.concat(Array.from({ length: 2_000 }, () => tenSeconds))))
    await vi.waitFor(async () => expect((await visitor.call(GetQueueItem, { params: { id } })).step).toBe('checked'), {
      timeout: 30_000,
      interval: 20,
    })

    expect(await visitor.call(CancelQueueItem, { params: { id } })).toMatchObject({ status: 'failed' })
    await vi.waitFor(async () => expect(await harness.jobFolders()).toEqual([]), { timeout: 30_000, interval: 50 })
    const timeline = await visitor.call(GetMediaTimeline, { params: { id } })
    expect(timeline.at(-1)).toMatchObject({ kind: 'cancelled' })
  }, 90_000)

  it('accepts a recording with artwork', async () => {
    expect(await process(await recordingWithCover(2))).toMatchObject({ status: 'ready', duration: 2, codec: 'mp3' })
  })

  it('reads the format from the content and not from the declared type', async () => {
    const file = await process(await recording('wav', 2), 'really-a-wav.mp3', 'audio/mpeg')

    expect(file).toMatchObject({ status: 'ready', format: 'wav', mimeType: 'audio/mpeg' })
  })

  it('measures the real length of a truncated recording', async () => {
    const whole = await recording('mp3', 10)

    expect(await process(whole.subarray(0, whole.length / 2))).toMatchObject({ status: 'ready', duration: 5 })
  })

  it.each<[Recipe, string, string[]]>([
    ['mp3', 'audio/mpeg', []],
    ['wav', 'audio/wav', []],
    ['flac', 'audio/flac', []],
    ['m4a', 'audio/mp4', ['-movflags', '+faststart']],
  ])('reports that a truncated %s file is cut off, with both lengths', async (recipe, type, options) => {
    const whole = await recording(recipe, 190, options)
    const cut = await process(whole.subarray(0, (whole.length * 17) / 190), `cut.${recipe}`, type)

    expect(cut).toMatchObject({ status: 'ready', promisedDuration: 190, isCutOff: true })
    // The index of an M4A file is at its beginning and takes a part of the bytes.
    expect(cut.duration).toBeGreaterThanOrEqual(12)
    expect(cut.duration).toBeLessThanOrEqual(18)
  })

  it.each<[Recipe, string]>([
    ['ogg', 'audio/ogg'],
    ['opus', 'audio/ogg'],
    ['aac', 'audio/aac'],
  ])('reports that a truncated %s file is cut off, without a length', async (recipe, type) => {
    const whole = await recording(recipe, 20)
    const cut = await process(whole.subarray(0, whole.length / 2), `cut.${recipe}`, type)
    expect(cut).toMatchObject({ status: 'ready', promisedDuration: null, isCutOff: true })
    expect(cut.duration).toBeLessThan(15)
  })

  it.each<[Recipe, string, string[]]>([
    ['mp3', 'audio/mpeg', []],
    ['mp3', 'audio/mpeg', ['-q:a', '4', '-write_xing', '0']],
    ['wav', 'audio/wav', []],
    ['ogg', 'audio/ogg', []],
    ['opus', 'audio/ogg', []],
    ['aac', 'audio/aac', []],
    ['m4a', 'audio/mp4', []],
    ['flac', 'audio/flac', []],
  ])('reports no complete %s file as cut off', async (recipe, type, options) => {
    const file = await process(await recording(recipe, 60, options), `whole.${recipe}`, type)
    expect(file).toMatchObject({ status: 'ready', duration: 60, promisedDuration: null, isCutOff: false })
  })

  it('measures the real length if the header contains another', async () => {
    const wrongHeader = await recording('flac', 3)
    // Total samples: 36 bits that end the fixed part of STREAMINFO. These are 95 seconds.
    wrongHeader.set([0, 0x40, 0, 0], 22)

    expect(await process(wrongHeader, 'wrong-length.flac', 'audio/flac')).toMatchObject({
      status: 'ready',
      duration: 3,
    })
  })

  it('refuses more than 24 hours, and less than 8 kbit/s, without decoding', async () => {
    const header = await recording('flac', 3)
    const withSamples = (samples: number) => {
      const bytes = Buffer.from(header)
      bytes.writeUInt32BE(samples % 2 ** 32, 22)
      bytes[21] = ((bytes[21] ?? 0) & 0xf0) | Math.floor(samples / 2 ** 32)
      return process(bytes, 'long.flac', 'audio/flac')
    }
    const refused = [await withSamples(44_100 * 86_401), await withSamples(44_100 * 3_600)]

    expect(refused).toMatchObject([
      { status: 'failed', isHopeless: true, failure: 'This recording is longer than 24 hours.' },
      { status: 'failed', isHopeless: true, failure: expect.stringContaining('less than 8 kbit/s') },
    ])
    for (const { id } of refused) {
      const timeline = await harness.service.as(ama).call(GetMediaTimeline, { params: { id } })
      expect(timeline.map(({ kind }) => kind)).toEqual(['received', 'started', 'failed'])
    }
  })

  it('hands a long recording over to the queue of long recordings', async () => {
    const { id, duration } = await process(await recording('mp3', 200, ['-ac', '2']))
    const timeline = await harness.service.as(ama).call(GetMediaTimeline, { params: { id } })

    expect(duration).toBe(200)
    expect(timeline.map(({ kind }) => kind)).toEqual([
      'received',
      'started',
      'queued',
      'started',
      'checked',
      'measured',
      'ready',
    ])
  })

  it('hands over a recording that is longer than its header states', async () => {
    const wrongHeader = await recording('flac', 300, ['-ac', '2'])
    wrongHeader.set([0, 0x10, 0, 0], 22)
    const { id, duration } = await process(wrongHeader, 'wrong-length.flac', 'audio/flac')
    const timeline = await harness.service.as(ama).call(GetMediaTimeline, { params: { id } })

    expect(duration).toBe(300)
    expect(timeline.map(({ kind }) => kind)).toEqual([
      'received',
      'started',
      'checked',
      'queued',
      'started',
      'checked',
      'measured',
      'ready',
    ])
  })
})

describe('processing a file that is not a recording', () => {
  const NOT_AUDIO = 'This file is not audio we can read.'
  const text = (...lines: string[]) => Buffer.from(lines.join('\n'))

  it.each([
    ['text', text('Once upon a time, '.repeat(200))],
    [
      'a playlist',
      text('#EXTM3U', '#EXT-X-TARGETDURATION:10', '#EXTINF:10,', 'file:///etc/hostname', '#EXT-X-ENDLIST'),
    ],
    ['a list of other files', text('ffconcat version 1.0', "file 'other.mp3'")],
    ['a DASH manifest', text('<?xml version="1.0"?>', '<MPD xmlns="urn:mpeg:dash:schema:mpd:2011"></MPD>')],
    ['zeros', Buffer.alloc(1_000_000)],
    ['one byte', Buffer.from([0xff])],
    ['headers of MP3 frames without frames', Buffer.alloc(500_000, Buffer.from([0xff, 0xfb, 0x90, 0x64]))],
  ])('fails for %s with a sentence', async (_, bytes) => {
    const file = await process(bytes)

    expect(file).toMatchObject({ status: 'failed', isHopeless: true, duration: null })
    expect(file.failure).toMatch(/^This (file is not audio we can read|recording is shorter than a second)\.$/)
    expect(await harness.jobFolders()).toEqual([])
  })

  it('fails for noise', async () => {
    const noise = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 2_654_435_761) >>> 24))

    expect(await process(noise)).toMatchObject({ status: 'failed' })
  })

  it('fails for a picture, without a second attempt', async () => {
    const file = await process(await picture())
    expect(file).toMatchObject({ status: 'failed', failure: NOT_AUDIO })

    const timeline = await harness.service.as(ama).call(GetMediaTimeline, { params: { id: file.id } })
    expect(timeline.map(({ kind }) => kind)).toEqual(['received', 'started', 'failed'])
    const job = await harness.queueing.queue(MEDIA_QUEUE).getJob(ProbeMedia.id({ mediaFileId: file.id, revision: 1 }))
    await expect.poll(() => job?.getState()).toBe('failed')
  })

  it('fails for a video', async () => {
    const file = await process(await film(), 'film.m4a', 'audio/mp4')

    expect(file).toMatchObject({ status: 'failed' })
    expect(file.failure).toContain('contains video')
  })

  it('fails for a file with too many tracks', async () => {
    const file = await process(await manyTracks(9), 'tracks.m4a', 'audio/mp4')

    expect(file).toMatchObject({
      status: 'failed',
      failure: 'This file has too many tracks. Please export a single one.',
    })
  })

  it('fails for a recording of less than a second', async () => {
    const file = await process(await recording('wav', 0.4), 'blip.wav', 'audio/wav')

    expect(file).toMatchObject({ status: 'failed', failure: 'This recording is shorter than a second.' })
  })
})

describe('processing after a failure', () => {
  it('retries if the object store fails', async () => {
    downloadsToFail = 1

    expect(await process(await recording('mp3', 2))).toMatchObject({ status: 'ready', duration: 2 })
    expect(downloadsToFail).toBe(0)
  })

  // This test writes to the tables of the queue on PostgreSQL.
  it.skipIf(isOnServers)('fails a file whose workers were killed too often', async () => {
    const queue = harness.queueing.queue(MEDIA_QUEUE)
    await queue.pause()
    const { id } = await upload(harness.service.as(ama), formOf(await recording('mp3', 2)))
    const jobId = ProbeMedia.id({ mediaFileId: id, revision: 1 })
    await vi.waitFor(async () => expect(await queue.getJob(jobId)).toBeDefined(), 30_000)
    // BullMQ writes this when a job has stalled more often than allowed.
    await harness.database.db.run(sql`
      update bullmq.job set deferred_failure = 'job stalled more than allowable limit' where id = ${jobId}
    `)
    await queue.resume()

    await vi.waitFor(async () => {
      expect(await harness.service.as(ama).call(GetMedia, { params: { id } })).toMatchObject({
        status: 'failed',
        failure: 'We could not process this file. Please try again, or upload it once more.',
        isHopeless: false,
      })
    }, 30_000)
  })

  it('has no effect if the file was deleted meanwhile', async () => {
    const queue = harness.queueing.queue(MEDIA_QUEUE)
    await queue.pause()
    const visitor = harness.service.as(ama)
    const before = await harness.storedKeys()
    const { id } = await upload(visitor, formOf(await recording('mp3', 2)))
    await visitor.call(DeleteMedia, { params: { id } })
    await queue.resume()

    await vi.waitFor(async () => expect(await harness.storedKeys()).toEqual(before), 30_000)
    const job = await queue.getJob(ProbeMedia.id({ mediaFileId: id, revision: 1 }))
    await expect.poll(() => job?.getState()).toBe('completed')
    expect(await harness.jobFolders()).toEqual([])
  })
})
