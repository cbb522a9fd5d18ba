import { BLOCK, FULL_SCALE, KEPT, type PcmChannels, type PcmReader } from './pcm.ts'

// Between two samples the sound may rise higher than at either of them. Four points a sample, as ITU-R BS.1770 asks,
// each from so many samples on both sides.
const PHASES = [1 / 4, 2 / 4, 3 / 4]
const TAPS = KEPT
const SIDE = TAPS / 2

// Where both neighbours are so far below the loudest moment known, nothing between them rises above it.
const WORTH_A_LOOK = 0.7
// How far a crest may rise above the parabola through three samples: only high tones do, and by less than this.
const ABOVE_PARABOLA = 1.3

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))

/** What each sample adds to a point between the two in the middle; faded out towards the ends. */
const WEIGHTS = PHASES.map((phase) =>
  Float64Array.from({ length: TAPS }, (_, tap) => {
    const distance = tap - (SIDE - 1) - phase
    return sinc(distance) * (0.5 + 0.5 * Math.cos((Math.PI * distance) / SIDE))
  }),
)

export interface TruePeakReader extends PcmReader {
  /** dB of full scale; null for perfect silence. */
  peak(): number | null
}

/**
 * Finds the loudest moment of a recording, between its samples too. ffmpeg's own way computes every point of four times
 * the rate, which takes longer than decoding; the answer hangs on the loudest few.
 */
export const openTruePeak = (channels: PcmChannels): TruePeakReader => {
  let loudest = 0
  let worthALook = 0
  let samples: Int16Array = new Int16Array(0)
  // The last of them still wait for what comes after.
  const tail = new Int16Array((TAPS + SIDE) * channels)

  const between = (first: number) => {
    let most = 0
    for (const weights of WEIGHTS) {
      let level = 0
      for (let tap = 0; tap < TAPS; tap += 1) level += (weights[tap] ?? 0) * (samples[first + tap * channels] ?? 0)
      most = Math.max(most, Math.abs(level))
    }
    return most
  }

  /** A steady tone is at its loudest twice a wave: what is no crest, or a lower one, need not be computed. */
  const mayBeLoudest = (at: number, level: number) => {
    const sign = (samples[at] ?? 0) < 0 ? -1 : 1
    const left = (samples[at - channels] ?? 0) * sign
    const right = (samples[at + channels] ?? 0) * sign
    if (left > level || right > level) return false
    const bend = 2 * level - left - right
    const crest = bend === 0 ? level : level + (right - left) ** 2 / (8 * bend)
    return crest * ABOVE_PARABOLA > loudest
  }

  const look = (at: number, level: number) => {
    const most = Math.max(level, between(at - SIDE * channels), between(at - (SIDE - 1) * channels))
    if (most <= loudest) return
    loudest = most
    worthALook = most * WORTH_A_LOOK
  }

  const lookThrough = (from: number, to: number) => {
    for (let at = from; at < to; at += 1) {
      const level = Math.abs(samples[at] ?? 0)
      if (level > worthALook && mayBeLoudest(at, level)) look(at, level)
    }
  }

  return {
    read(stretch) {
      samples = stretch.samples
      const { start, end, levels } = stretch
      const last = end - SIDE * channels
      lookThrough(start - SIDE * channels, Math.min(start, last))
      levels.forEach((level, block) => {
        const from = start + block * BLOCK * channels
        if (level > worthALook) lookThrough(from, Math.min(from + BLOCK * channels, last))
      })
      tail.set(samples.subarray(end - TAPS * channels, end))
    },
    peak() {
      // After the end there is silence.
      samples = tail
      lookThrough(SIDE * channels, TAPS * channels)
      return loudest === 0 ? null : 20 * Math.log10(loudest / FULL_SCALE)
    },
  }
}
