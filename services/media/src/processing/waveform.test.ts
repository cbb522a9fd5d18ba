import { describe, expect, it } from 'vitest'
import { FULL_SCALE, openPcm, type PcmFormat } from './pcm.ts'
import { openWaveform } from './waveform.ts'

const STEREO: PcmFormat = { rate: 8_000, channels: 2 }

/** Stereo samples at this level, left and right. */
const sound = (seconds: number, left: number, right = left) => {
  const bytes = Buffer.alloc(seconds * STEREO.rate * 4)
  for (let at = 0; at < bytes.length; at += 4) {
    bytes.writeInt16LE(left, at)
    bytes.writeInt16LE(right, at + 2)
  }
  return bytes
}

const read = (...chunks: Buffer[]) => readAs(STEREO, ...chunks)

const readAs = (format: PcmFormat, ...chunks: Buffer[]) => {
  const waveform = openWaveform(format)
  const pcm = openPcm(format, [waveform])
  for (const chunk of chunks) pcm.write(chunk)
  pcm.end()
  return waveform.end()
}

describe('the waveform', () => {
  it('finds the silence before and after, in either channel', () => {
    const { seconds, leadingSilence, trailingSilence } = read(sound(2, 0), sound(3, 0, -4_500), sound(1, 20))

    expect({ seconds, leadingSilence, trailingSilence }).toEqual({ seconds: 6, leadingSilence: 2, trailingSilence: 1 })
  })

  it('is all silence when there is nothing to hear', () => {
    expect(read(sound(4, 15))).toMatchObject({ seconds: 4, leadingSilence: 4, trailingSilence: 4 })
  })

  it('has a loud half and a quiet half where the sound has', () => {
    const { peaks } = read(sound(30, -FULL_SCALE), sound(30, FULL_SCALE / 4))

    expect(peaks.length).toBeLessThanOrEqual(1_800)
    expect(peaks.length).toBeGreaterThan(900)
    const middle = Math.floor(peaks.length / 2)
    expect([...new Set(peaks.subarray(0, middle - 2))]).toEqual([255])
    expect([...new Set(peaks.subarray(middle + 2))]).toEqual([64])
  })

  it('keeps one short loud moment of a long recording', () => {
    const quiet = sound(60, 60)
    const { peaks } = read(quiet, quiet, sound(0.001, FULL_SCALE), ...Array.from({ length: 58 }, () => quiet))

    expect(peaks.length).toBeLessThanOrEqual(1_800)
    expect(peaks.filter((peak) => peak === 255)).toHaveLength(1)
    expect(peaks.indexOf(255) / peaks.length).toBeCloseTo(2 / 60, 2)
  })

  it('reads a single channel as it is', () => {
    expect(readAs({ rate: 8_000, channels: 1 }, sound(1, FULL_SCALE))).toMatchObject({
      seconds: 2,
      leadingSilence: 0,
      trailingSilence: 0,
    })
  })

  it('hears the very last sample, also where it stands alone', () => {
    const mono = { rate: 8_000, channels: 1 } as const
    const cut = (bytes: Buffer, samples: number) => bytes.subarray(0, samples * 2)
    const loudLast = Buffer.concat([cut(sound(1, 0), 1_000), cut(sound(1, -FULL_SCALE), 1)])

    expect(readAs(mono, loudLast)).toMatchObject({ leadingSilence: 0.125, trailingSilence: 0 })
    expect(readAs(mono, loudLast).peaks.at(-1)).toBe(255)
    // What an earlier stretch has left there is not heard again.
    expect(readAs(mono, sound(10, FULL_SCALE), cut(sound(1, 0), 4_001)).trailingSilence).toBeCloseTo(4_001 / 8_000)
  })

  it('takes samples that are cut anywhere', () => {
    const whole = Buffer.concat([sound(0.5, 5_000, -6_000), sound(0.5, 100)])
    const cut = []
    for (let at = 0; at < whole.length; at += 37) cut.push(whole.subarray(at, at + 37))

    expect(read(...cut)).toEqual(read(whole))
  })
})
