import { describe, expect, it } from 'vitest'
import { openWaveform, type PcmFormat } from './waveform.ts'

const STEREO: PcmFormat = { rate: 8_000, channels: 2 }
const FULL = 32_767

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
  for (const chunk of chunks) waveform.write(chunk)
  return waveform.end()
}

describe('the waveform', () => {
  it('measures the silence before and after the sound of either channel', () => {
    const { seconds, leadingSilence, trailingSilence } = read(sound(2, 0), sound(3, 0, -9_000), sound(1, 40))

    expect({ seconds, leadingSilence, trailingSilence }).toEqual({ seconds: 6, leadingSilence: 2, trailingSilence: 1 })
  })

  it('is silent from end to end if no sample is audible', () => {
    expect(read(sound(4, 30))).toMatchObject({ seconds: 4, leadingSilence: 4, trailingSilence: 4 })
  })

  it('shows a loud half and a quiet half', () => {
    const { peaks } = read(sound(30, -FULL), sound(30, FULL / 4))

    expect(peaks).toHaveLength(1_800)
    expect([...new Set(peaks.subarray(0, 899))]).toEqual([255])
    expect([...new Set(peaks.subarray(901))]).toEqual([64])
  })

  it('keeps one short loud moment of a long recording', () => {
    const quiet = sound(60, 120)
    const { peaks } = read(quiet, quiet, sound(0.001, FULL), ...Array.from({ length: 58 }, () => quiet))

    expect(peaks).toHaveLength(1_800)
    expect(peaks.filter((peak) => peak === 255)).toHaveLength(1)
    expect(peaks.indexOf(255) / peaks.length).toBeCloseTo(2 / 60, 2)
  })

  it('reads a single channel', () => {
    expect(readAs({ rate: 8_000, channels: 1 }, sound(1, FULL))).toMatchObject({
      seconds: 2,
      leadingSilence: 0,
      trailingSilence: 0,
    })
  })

  it('includes the very last sample', () => {
    const silence = Buffer.alloc(2_000)
    const loud = Buffer.from(Int16Array.of(-FULL).buffer)
    const waveform = readAs({ rate: 8_000, channels: 1 }, silence, loud)

    expect(waveform).toMatchObject({ leadingSilence: 0.125, trailingSilence: 0 })
    expect(waveform.peaks.at(-1)).toBe(255)
  })

  it('accepts chunks that end anywhere', () => {
    const whole = Buffer.concat([sound(0.5, 10_000, -12_000), sound(0.5, 200)])
    const chunks = []
    for (let at = 0; at < whole.length; at += 37) chunks.push(whole.subarray(at, at + 37))

    expect(read(...chunks)).toEqual(read(whole))
  })
})
