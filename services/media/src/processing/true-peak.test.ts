import { describe, expect, it } from 'vitest'
import { BLOCK, FULL_SCALE, KEPT, openPcm, type PcmChannels } from './pcm.ts'
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

const peakOf = (...chunks: Int16Array[]) => readAs(2, ...chunks.map((chunk) => Buffer.from(chunk.slice().buffer)))

const readAs = (channels: PcmChannels, ...chunks: Buffer[]) => {
  const peak = openTruePeak(channels)
  const pcm = openPcm({ rate: RATE, channels }, [peak])
  for (const chunk of chunks) pcm.write(chunk)
  pcm.end()
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
    const cut = []
    for (let at = 0; at < bytes.length; at += 1001) cut.push(bytes.subarray(at, at + 1001))

    expect(readAs(2, ...cut)).toBeCloseTo(peakOf(samples) ?? 0, 5)
  })

  it('is found wherever in a long recording it is', () => {
    // A crest between two samples, once on either side of where a stretch of blocks ends, and in the middle of one.
    for (const at of [KEPT, 5_000, 256 * BLOCK - 9, 256 * BLOCK - 1, 256 * BLOCK, 256 * BLOCK + 7, 70_000]) {
      const samples = new Int16Array(80_000)
      samples.set(
        tone(RATE / 4, 0.5, 0.002, Math.PI / 4).filter((_, index) => index % 2 === 0),
        at,
      )

      expect(readAs(1, Buffer.from(samples.buffer))).toBeCloseTo(-6.02, 0)
    }
  })
})
