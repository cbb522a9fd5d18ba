import { describe, expect, it } from 'vitest'
import { FULL_SCALE, openPcm } from './pcm.ts'
import { openTruePeak } from './true-peak.ts'

const RATE = 48_000

/** Stereo: a tone on the left and nothing on the right. */
const tone = (hertz: number, level: number, seconds = 0.5, shift = 0) => {
  const samples = new Int16Array(seconds * RATE * 2)
  for (let at = 0; at < samples.length / 2; at += 1) {
    samples[at * 2] = Math.round(Math.sin((2 * Math.PI * hertz * at) / RATE + shift) * level * FULL_SCALE)
  }
  return samples
}

const peakOf = (...chunks: Int16Array[]) => {
  const peak = openTruePeak(2)
  for (const chunk of chunks) peak.read(chunk)
  return peak.peak()
}

describe('the true peak', () => {
  it('is the loudest sample where the sound rises to it', () => {
    expect(peakOf(tone(100, 0.5))).toBeCloseTo(-6.02, 1)
  })

  it('lies between samples where none of them meets the crest', () => {
    // Four samples a wave, each 3 dB below the crest.
    expect(peakOf(tone(RATE / 4, 0.5, 0.5, Math.PI / 4))).toBeCloseTo(-6.02, 0)
  })

  it('may lie beyond full scale', () => {
    expect(peakOf(tone(RATE / 4, 1.2, 0.5, Math.PI / 4))).toBeGreaterThan(1)
  })

  it('is found in the last sample, and across chunks', () => {
    const last = tone(100, 0.01)
    last[last.length - 1] = FULL_SCALE / 2
    expect(peakOf(last)).toBeCloseTo(-6, 0)

    const whole = tone(RATE / 4.3, 0.7)
    const cut = []
    for (let at = 0; at < whole.length; at += 14) cut.push(whole.subarray(at, at + 14))
    expect(peakOf(...cut)).toBeCloseTo(peakOf(whole) ?? 0, 5)
  })

  it('is not there in perfect silence', () => {
    expect(peakOf(new Int16Array(96_000))).toBeNull()
  })

  it('is read from bytes that are cut anywhere', () => {
    const samples = tone(997, 0.9)
    const bytes = Buffer.from(samples.buffer)
    const peak = openTruePeak(2)
    const take = openPcm({ rate: RATE, channels: 2 }, [peak])
    for (let at = 0; at < bytes.length; at += 1001) take(bytes.subarray(at, at + 1001))

    expect(peak.peak()).toBeCloseTo(peakOf(samples) ?? 0, 5)
  })
})
