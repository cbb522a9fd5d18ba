import { describe, expect, it } from 'vitest'
import { openWaveform, PCM_RATE } from './waveform.ts'

/** Stereo samples at this level, left and right. */
const sound = (seconds: number, left: number, right = left) => {
  const bytes = Buffer.alloc(seconds * PCM_RATE * 4)
  for (let at = 0; at < bytes.length; at += 4) {
    bytes.writeInt16LE(left, at)
    bytes.writeInt16LE(right, at + 2)
  }
  return bytes
}

const read = (...chunks: Buffer[]) => {
  const waveform = openWaveform(2)
  for (const chunk of chunks) waveform.read(chunk)
  return waveform.end()
}

describe('the waveform', () => {
  it('finds the silence before and after, in either channel', () => {
    const { seconds, leadingSilence, trailingSilence } = read(sound(2, 0), sound(3, 0, -9_000), sound(1, 40))

    expect({ seconds, leadingSilence, trailingSilence }).toEqual({ seconds: 6, leadingSilence: 2, trailingSilence: 1 })
  })

  it('is all silence when there is nothing to hear', () => {
    expect(read(sound(4, 30))).toMatchObject({ seconds: 4, leadingSilence: 4, trailingSilence: 4 })
  })

  it('has a loud half and a quiet half where the sound has', () => {
    const { peaks } = read(sound(30, -32_768), sound(30, 8_192))

    expect(peaks.length).toBeLessThanOrEqual(1_800)
    expect(peaks.length).toBeGreaterThan(900)
    const middle = Math.floor(peaks.length / 2)
    expect([...new Set(peaks.subarray(0, middle - 2))]).toEqual([255])
    expect([...new Set(peaks.subarray(middle + 2))]).toEqual([64])
  })

  it('keeps one short loud moment of a long recording', () => {
    const quiet = sound(60, 100)
    const { peaks } = read(quiet, quiet, sound(0.001, 32_767), ...Array.from({ length: 58 }, () => quiet))

    expect(peaks.length).toBeLessThanOrEqual(1_800)
    expect(peaks.filter((peak) => peak === 255)).toHaveLength(1)
    expect(peaks.indexOf(255) / peaks.length).toBeCloseTo(2 / 60, 2)
  })

  it('reads a single channel as it is', () => {
    const waveform = openWaveform(1)
    waveform.read(sound(1, 32_767))

    expect(waveform.end()).toMatchObject({ seconds: 2, leadingSilence: 0, trailingSilence: 0 })
  })

  it('takes samples that are cut anywhere', () => {
    const whole = Buffer.concat([sound(0.5, 5_000, -6_000), sound(0.5, 100)])
    const cut = []
    for (let at = 0; at < whole.length; at += 37) cut.push(whole.subarray(at, at + 37))

    expect(read(...cut)).toEqual(read(whole))
  })
})
