import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries } from '@griot/service-kit/audio/ffmpeg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recording } from '../testing/audio.ts'
import { decodeFile } from './decode-file.ts'
import { useFfmpeg } from './run-ffmpeg.ts'

const SECONDS = 1_200
// The level changes by 14 dB within minutes, and one loud moment is outside of all samples.
const LEVEL = "volume='if(between(t,60,60.1),1,0.1*pow(10,(4*sin(t/37)+3*sin(t/311))/20))':eval=frame"

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'griot-test-samples-'))
  await writeFile(join(dir, 'sound.wav'), await recording('wav', SECONDS, ['-af', LEVEL, '-ar', '8000', '-ac', '1']))
  useFfmpeg(await findBinaries(process.env))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const measure = (isSampled: boolean, mostSeconds: number) =>
  decodeFile({
    dir,
    name: 'sound.wav',
    signal: new AbortController().signal,
    log: () => {},
    jobClass: 'short',
    addCpuSeconds: () => {},
    sampleRate: 8_000,
    channels: 1,
    mostSeconds,
    isSampled,
    onSeconds: () => {},
  })

describe('decoding with samples of the loudness', () => {
  it('measures the loudness within 1 LU, and the same peaks, silence and length', async () => {
    const complete = await measure(false, SECONDS * 2)
    const sampled = await measure(true, SECONDS * 2)

    expect(Math.abs((sampled.loudness ?? 0) - (complete.loudness ?? 0))).toBeLessThan(1)
    expect(sampled.loudness).not.toBe(complete.loudness)
    expect(Math.abs((sampled.peak ?? 0) - (complete.peak ?? 0))).toBeLessThan(1)
    const { loudness: _, peak: __, ...rest } = complete
    expect(sampled).toMatchObject(rest)
    expect(sampled.seconds).toBe(SECONDS)
  })

  it('stops at the given length', async () => {
    expect((await measure(true, 100)).seconds).toBeCloseTo(100, 1)
  })
})
