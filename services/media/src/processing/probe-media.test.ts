import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DeleteMedia, GetMedia, GetMediaTimeline } from '@griot/contracts/media/files'
import { CancelQueueItem, GetQueueItem } from '@griot/contracts/queue'
import { sql } from '@griot/service-kit/db'
import { findBinaries } from '@griot/service-kit/ffmpeg'
import { person } from '@griot/service-kit/testing/identity'
import { isOnServers } from '@griot/service-kit/testing/surroundings'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { film, manyTracks, picture, type Recipe, recording, recordingWithCover } from '../testing/audio.ts'
import { formOf, type House, log, openHouse, upload } from '../testing/house.ts'
import { MEDIA_QUEUE, ProbeMedia } from './probe-media.job.ts'
import { openSandbox } from './sandbox.ts'
import { type MediaWorker, startWorker } from './start-worker.ts'
import { openWorkspace, type Workspace } from './workspace.ts'

const ama = person()
let house: House
let worker: MediaWorker
let workspace: Workspace
let workDir: string
let downloadsToFail = 0

beforeAll(async () => {
  house = await openHouse((store) => ({
    ...store,
    async download(...args) {
      if (downloadsToFail > 0) {
        downloadsToFail -= 1
        throw new Error('the store does not answer')
      }
      await store.download(...args)
    },
  }))
  workDir = await mkdtemp(join(tmpdir(), 'griot-test-work-'))
  workspace = await openWorkspace(workDir)
  const sandbox = await openSandbox(await findBinaries(process.env, workspace.dir), workspace.dir)
  const { database, store, queueing } = house
  worker = startWorker({ db: database.db, store, queueing, workspace, sandbox, log, outbox: house.startOutbox() })
})

afterAll(async () => {
  await worker.close()
  await house.close()
  await workspace.close()
  await rm(workDir, { recursive: true, force: true })
})

const processed = async (bytes: Uint8Array<ArrayBuffer> | Buffer, name = 'episode.mp3', type = 'audio/mpeg') => {
  const visitor = house.service.as(ama)
  const { id } = await upload(visitor, formOf(bytes, name, type))
  return vi.waitFor(
    async () => {
      const file = await visitor.call(GetMedia, { params: { id } })
      expect(file.status).not.toBe('processing')
      return file
    },
    { timeout: 30_000, interval: 30 },
  )
}

const leftInWorkspace = async () => (await readdir(workspace.dir)).filter((name) => name.startsWith('job-'))

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
    const file = await processed(await recording(recipe, 3), `episode.${recipe}`, type)

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
    expect(await leftInWorkspace()).toEqual([])
  })

  it('measures how it sounds', async () => {
    // A sine of a known level, with two seconds of silence before it and one after.
    const silenceAround = ['-af', 'volume=-6dB,adelay=2000,apad=pad_len=44100']
    const file = await processed(await recording('wav', 5, [...silenceAround, '-ac', '2']), 'a.wav', 'audio/wav')

    expect(file).toMatchObject({ status: 'ready', duration: 8 })
    // ffmpeg's sine has an eighth of full scale: -18 dB. Here it is 6 dB less, and 3 more for each of two channels.
    expect(file.sound?.peak).toBeCloseTo(-27.1, 0)
    expect(file.sound?.loudness).toBeGreaterThan(-30)
    expect(file.sound?.loudness).toBeLessThan(-22)
    expect(file.sound?.leadingSilence).toBeCloseTo(2, 1)
    expect(file.sound?.trailingSilence).toBeCloseTo(1, 1)
  })

  it('finds what is clipped, and that there is nothing to hear', async () => {
    const loud = await processed(await recording('flac', 3, ['-af', 'volume=30dB']), 'loud.flac', 'audio/flac')
    expect(loud.sound?.peak).toBeGreaterThan(-0.1)
    const silent = await processed(await recording('flac', 3, ['-af', 'volume=0']), 'silent.flac', 'audio/flac')
    expect(silent.sound).toEqual({ loudness: null, peak: null, leadingSilence: 3, trailingSilence: 3 })
  })

  it('writes down what happened, in order', async () => {
    const { id } = await processed(await recording('mp3', 2))
    const timeline = await house.service.as(ama).call(GetMediaTimeline, { params: { id } })

    expect(timeline.map(({ kind, attempt }) => [kind, attempt])).toEqual([
      ['received', null],
      ['started', 1],
      ['checked', 1],
      ['measured', 1],
      ['ready', null],
    ])
    expect(timeline[2]?.sentence).toBe('It is MP3 sound.')
  })

  it('stops when it is cancelled in the middle', async () => {
    const visitor = house.service.as(ama)
    const tenSeconds = await recording('mp3', 10, ['-b:a', '32k', '-write_xing', '0', '-id3v2_version', '0'])
    const { id } = await upload(visitor, formOf(Buffer.concat(Array.from({ length: 2_000 }, () => tenSeconds))))
    await vi.waitFor(async () => expect((await visitor.call(GetQueueItem, { params: { id } })).step).toBe('checked'), {
      timeout: 30_000,
      interval: 20,
    })

    expect(await visitor.call(CancelQueueItem, { params: { id } })).toMatchObject({ status: 'failed' })
    await vi.waitFor(async () => expect(await leftInWorkspace()).toEqual([]), { timeout: 30_000, interval: 50 })
    const timeline = await visitor.call(GetMediaTimeline, { params: { id } })
    expect(timeline.at(-1)).toMatchObject({ kind: 'cancelled' })
  }, 90_000)

  it('takes a recording with a cover', async () => {
    expect(await processed(await recordingWithCover(2))).toMatchObject({ status: 'ready', duration: 2, codec: 'mp3' })
  })

  it('believes the content and not the declared type', async () => {
    const file = await processed(await recording('wav', 2), 'really-a-wav.mp3', 'audio/mpeg')

    expect(file).toMatchObject({ status: 'ready', format: 'wav', mimeType: 'audio/mpeg' })
  })

  it('counts what is there of a recording that was cut off, whatever its header says', async () => {
    const whole = await recording('mp3', 10)

    expect(await processed(whole.subarray(0, whole.length / 2))).toMatchObject({ status: 'ready', duration: 5 })
  })

  it('measures a recording whose header lies about its length', async () => {
    const lying = await recording('flac', 3)
    // Total samples: 36 bits that end the fixed part of STREAMINFO.
    lying.fill(0xff, 22, 26)
    lying[21] = (lying[21] ?? 0) | 0x0f

    expect(await processed(lying, 'lying.flac', 'audio/flac')).toMatchObject({ status: 'ready', duration: 3 })
  })
})

describe('processing what is not a recording', () => {
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
    const file = await processed(bytes)

    expect(file).toMatchObject({ status: 'failed', isHopeless: true, duration: null })
    expect(file.failure).toMatch(/^This (file is not audio we can read|recording is shorter than a second)\.$/)
    expect(await leftInWorkspace()).toEqual([])
  })

  it('fails for noise', async () => {
    const noise = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 2_654_435_761) >>> 24))

    expect(await processed(noise)).toMatchObject({ status: 'failed' })
  })

  it('fails for a picture, and is not attempted again', async () => {
    const file = await processed(await picture())
    expect(file).toMatchObject({ status: 'failed', failure: NOT_AUDIO })

    const timeline = await house.service.as(ama).call(GetMediaTimeline, { params: { id: file.id } })
    expect(timeline.map(({ kind }) => kind)).toEqual(['received', 'started', 'failed'])
    const job = await house.queueing.queue(MEDIA_QUEUE).getJob(ProbeMedia.id({ mediaFileId: file.id, revision: 1 }))
    await expect.poll(() => job?.getState()).toBe('failed')
  })

  it('fails for a film', async () => {
    const file = await processed(await film(), 'film.m4a', 'audio/mp4')

    expect(file).toMatchObject({ status: 'failed' })
    expect(file.failure).toContain('holds video')
  })

  it('fails for more tracks than a recording has', async () => {
    const file = await processed(await manyTracks(9), 'tracks.m4a', 'audio/mp4')

    expect(file).toMatchObject({
      status: 'failed',
      failure: 'This file has too many tracks. Please export a single one.',
    })
  })

  it('fails for a recording that is over before one can hear it', async () => {
    const file = await processed(await recording('wav', 0.4), 'blip.wav', 'audio/wav')

    expect(file).toMatchObject({ status: 'failed', failure: 'This recording is shorter than a second.' })
  })
})

describe('processing when the house is in trouble', () => {
  it('tries again when the store did not answer', async () => {
    downloadsToFail = 1

    expect(await processed(await recording('mp3', 2))).toMatchObject({ status: 'ready', duration: 2 })
    expect(downloadsToFail).toBe(0)
  })

  // Reaches into the tables of PostgreSQL's queue.
  it.skipIf(isOnServers)('tells a file whose workers died on it once too often', async () => {
    const queue = house.queueing.queue(MEDIA_QUEUE)
    await queue.pause()
    const { id } = await upload(house.service.as(ama), formOf(await recording('mp3', 2)))
    const jobId = ProbeMedia.id({ mediaFileId: id, revision: 1 })
    await vi.waitFor(async () => expect(await queue.getJob(jobId)).toBeDefined(), 30_000)
    // What BullMQ writes down when a job has stalled more often than it may.
    await house.database.db.run(sql`
      update bullmq.job set deferred_failure = 'job stalled more than allowable limit' where id = ${jobId}
    `)
    await queue.resume()

    await vi.waitFor(async () => {
      expect(await house.service.as(ama).call(GetMedia, { params: { id } })).toMatchObject({
        status: 'failed',
        failure: 'We could not process this file. Please try again, or upload it once more.',
        isHopeless: false,
      })
    }, 30_000)
  })

  it('forgets about a file that was deleted meanwhile', async () => {
    const queue = house.queueing.queue(MEDIA_QUEUE)
    await queue.pause()
    const visitor = house.service.as(ama)
    const before = await house.storedFiles()
    const { id } = await upload(visitor, formOf(await recording('mp3', 2)))
    await visitor.call(DeleteMedia, { params: { id } })
    await queue.resume()

    await vi.waitFor(async () => expect(await house.storedFiles()).toEqual(before), 30_000)
    const job = await queue.getJob(ProbeMedia.id({ mediaFileId: id, revision: 1 }))
    await expect.poll(() => job?.getState()).toBe('completed')
    expect(await leftInWorkspace()).toEqual([])
  })
})
