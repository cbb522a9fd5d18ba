import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recording } from '../testing/audio.ts'
import type { AudioFacts } from './audio-facts.ts'
import { promisedSeconds } from './cut-off.ts'
import { readWavShare } from './wav-share.ts'

const FACTS = { codec: 'flac', sampleRate: 44_100, channels: 1, claimedBitrate: null, claimedSeconds: 190 }
const facts = (given: Partial<AudioFacts>): AudioFacts => ({
  ...{ ...FACTS, format: 'flac', soundSeconds: 190, pictureStream: null },
  ...{ tags: { title: null, artist: null, album: null }, chapters: null, ...given },
})
const decoded = (seconds: number, more = {}) => ({ seconds, sizeBytes: 1_000_000, wavShare: 1, ...more })

describe('promisedSeconds', () => {
  it('tolerates two seconds, and two percent of a long recording', () => {
    expect(promisedSeconds(facts({}), decoded(17))).toBe(190)
    expect(promisedSeconds(facts({}), decoded(186.3))).toBeNull()
    expect(promisedSeconds(facts({ soundSeconds: 4 }), decoded(2.1))).toBeNull()
    expect(promisedSeconds(facts({ soundSeconds: 3600 }), decoded(3530))).toBeNull()
    expect(promisedSeconds(facts({ soundSeconds: null }), decoded(17))).toBeNull()
    expect(promisedSeconds(facts({}), decoded(400))).toBeNull()
  })

  it('ignores lengths that ffprobe estimates from the bitrate', () => {
    const estimated = { soundSeconds: 190, claimedBitrate: 42_105 }
    expect(promisedSeconds(facts({ format: 'mp3', ...estimated }), decoded(17))).toBeNull()
    expect(promisedSeconds(facts({ format: 'mp3', ...estimated, claimedBitrate: 128_000 }), decoded(62))).toBe(190)
    expect(promisedSeconds(facts({ format: 'aac', ...estimated, claimedBitrate: 128_000 }), decoded(17))).toBeNull()
  })

  it('states at most a day', () => {
    expect(promisedSeconds(facts({ format: 'wav' }), decoded(3600, { wavShare: 0.001 }))).toBe(86_400)
  })
})

describe('readWavShare', () => {
  let dir: string
  let whole: Buffer
  let dataAt: number
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'griot-wav-'))
    whole = await recording('wav', 2)
    dataAt = whole.indexOf('data')
  })
  afterAll(() => rm(dir, { recursive: true, force: true }))

  const shareOf = async (bytes: Buffer) => {
    const path = join(dir, 'file')
    await writeFile(path, bytes)
    return readWavShare(path, bytes.length)
  }
  const withStated = (bytes: number) => {
    const changed = Buffer.from(whole)
    changed.writeUInt32LE(bytes, dataAt + 4)
    return changed
  }

  it('is the share of the stated bytes that are present', async () => {
    expect(await shareOf(whole)).toBe(1)
    const present = whole.length - dataAt - 8
    expect(await shareOf(whole.subarray(0, dataAt + 8 + present / 4))).toBe(0.25)
    expect(await shareOf(withStated(present * 4))).toBe(0.25)
  })

  it.each([0, 1_000, 2 ** 31 - 4096, 2 ** 32 - 1])('is 1 for a stated size of %i', async (bytes) => {
    expect(await shareOf(withStated(bytes))).toBe(1)
  })

  it.each([0, 3, 12, 16, 40])('is 1 for a file that ends after %i bytes', async (length) => {
    expect(await shareOf(whole.subarray(0, length))).toBe(1)
  })

  it('is 1 for other files, and for chunks without a data chunk', async () => {
    expect(await shareOf(Buffer.from('ID3 and more than twelve bytes'))).toBe(1)
    const manyChunks = Buffer.concat([whole.subarray(0, 12), Buffer.alloc(8 * 200)])
    expect(await shareOf(manyChunks)).toBe(1)
  })
})
