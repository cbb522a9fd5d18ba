/** What one recording sounds like. The same piece always gives the same samples. */
export interface Piece {
  seed: number
  /** In seconds. */
  length: number
  /** Quarter notes a minute. */
  tempo: number
  /** Frequency of the lowest string, in Hz. */
  root: number
  tuning: keyof typeof TUNINGS
}

export const SAMPLE_RATE = 44_100

/** Steps above the root in cents, after tunings that kora players use; none is quite a piano's. */
const TUNINGS = {
  silaba: [0, 190, 390, 500, 700, 890, 1090],
  sauta: [0, 200, 400, 600, 700, 900, 1100],
  tomora: [0, 160, 340, 500, 690, 860, 1040],
  hardino: [0, 200, 380, 500, 700, 900, 1080],
} as const

const PULSES = 12

/** A small, fast generator whose sequence depends on its seed alone (mulberry32). */
const createRandom = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Random = () => number

interface Canvas {
  left: Float32Array
  right: Float32Array
}

interface Pluck {
  at: number
  frequency: number
  loudness: number
  /** 0 is left, 1 is right. */
  pan: number
}

const RING_SECONDS = 2.4

/** A plucked string after Karplus and Strong: noise that goes round a delay line and loses its edge on the way. */
const pluck = ({ left, right }: Canvas, random: Random, { at, frequency, loudness, pan }: Pluck) => {
  const period = Math.max(2, Math.round(SAMPLE_RATE / frequency))
  const line = new Float32Array(period)
  let previous = 0
  for (let i = 0; i < period; i += 1) {
    // Softened noise: a fingertip, not a pick.
    previous = previous * 0.45 + (random() * 2 - 1) * 0.55
    line[i] = previous
  }
  const start = Math.floor(at * SAMPLE_RATE)
  const end = Math.min(left.length, start + Math.floor(RING_SECONDS * SAMPLE_RATE))
  const keep = 0.4985 - Math.min(0.004, frequency / 400_000)
  for (let i = start, place = 0; i < end; i += 1, place = (place + 1) % period) {
    const now = line[place] ?? 0
    const following = line[(place + 1) % period] ?? 0
    line[place] = (now + following) * keep
    left[i] = (left[i] ?? 0) + now * loudness * (1 - pan)
    right[i] = (right[i] ?? 0) + now * loudness * pan
  }
}

/** The knock of a hand on the calabash: a low tone that falls and is gone. */
const knock = ({ left, right }: Canvas, at: number, loudness: number) => {
  const start = Math.floor(at * SAMPLE_RATE)
  const end = Math.min(left.length, start + SAMPLE_RATE / 4)
  for (let i = start; i < end; i += 1) {
    const time = (i - start) / SAMPLE_RATE
    const value = Math.sin(2 * Math.PI * (95 - 90 * time) * time) * Math.exp(-time * 22) * loudness
    left[i] = (left[i] ?? 0) + value
    right[i] = (right[i] ?? 0) + value
  }
}

/** A room: four echoes of different length feeding back on themselves. */
const addRoom = (samples: Float32Array, delays: readonly number[]) => {
  const wet = new Float32Array(samples.length)
  for (const delay of delays) {
    const line = new Float32Array(delay)
    for (let i = 0, place = 0; i < samples.length; i += 1, place = (place + 1) % delay) {
      const echo = line[place] ?? 0
      line[place] = (samples[i] ?? 0) + echo * 0.72
      wet[i] = (wet[i] ?? 0) + echo
    }
  }
  for (let i = 0; i < samples.length; i += 1) samples[i] = (samples[i] ?? 0) + (wet[i] ?? 0) * 0.07
}

/** Picks a bar's worth of strings: the ground that repeats, and a melody over it. */
const composePattern = (random: Random) => {
  const bass = Array.from({ length: PULSES }, (_, pulse): number => (pulse % 6 === 0 ? 0 : pulse % 3 === 0 ? 4 : -1))
  if (random() > 0.5) bass[9] = 3
  const melody = Array.from({ length: PULSES }, () => (random() < 0.62 ? 7 + Math.floor(random() * 8) : -1))
  return { bass, melody }
}

/** Plays a piece: a repeating ground on the low strings, a slowly changing melody, and falling runs between. */
export const playKora = (piece: Piece): Canvas => {
  const random = createRandom(piece.seed)
  const size = Math.floor(piece.length * SAMPLE_RATE)
  const canvas: Canvas = { left: new Float32Array(size), right: new Float32Array(size) }
  const steps = TUNINGS[piece.tuning]
  const frequencyOf = (string: number) => {
    const octave = Math.floor(string / steps.length)
    return piece.root * 2 ** (octave + (steps[string % steps.length] ?? 0) / 1200)
  }
  const pulse = 60 / piece.tempo / 3
  const bars = Math.floor((piece.length - RING_SECONDS) / (pulse * PULSES))
  let pattern = composePattern(random)

  for (let bar = 0; bar < bars; bar += 1) {
    if (bar % 8 === 0) pattern = composePattern(random)
    const isRun = bar % 4 === 3
    for (let i = 0; i < PULSES; i += 1) {
      const at = (bar * PULSES + i) * pulse + (random() - 0.5) * 0.008
      const bass = pattern.bass[i] ?? -1
      if (bass >= 0) {
        pluck(canvas, random, { at: Math.max(0, at), frequency: frequencyOf(bass), loudness: 0.5, pan: 0.4 })
      }
      const string = isRun ? 15 - i : (pattern.melody[i] ?? -1)
      if (string >= 0 && bar > 0) {
        const loudness = 0.24 + random() * 0.16
        pluck(canvas, random, { at, frequency: frequencyOf(string), loudness, pan: 0.3 + (string % 5) * 0.1 })
      }
      if (bar > 1 && (i === 0 || i === 6)) knock(canvas, Math.max(0, at), 0.22)
    }
  }
  addRoom(canvas.left, [1_687, 2_053, 2_399, 3_121])
  addRoom(canvas.right, [1_753, 1_997, 2_473, 3_049])
  return canvas
}

const FADE_SECONDS = 2

/** Interleaved 16-bit samples at {@link SAMPLE_RATE}, as loud as they can be without clipping, faded at both ends. */
export const toPcm = ({ left, right }: Canvas): Buffer => {
  let peak = 0.001
  for (let i = 0; i < left.length; i += 1) peak = Math.max(peak, Math.abs(left[i] ?? 0), Math.abs(right[i] ?? 0))
  const fade = FADE_SECONDS * SAMPLE_RATE
  const pcm = Buffer.alloc(left.length * 4)
  for (let i = 0; i < left.length; i += 1) {
    const gain = (Math.min(1, i / 2_000, (left.length - i) / fade) * 0.82) / peak
    pcm.writeInt16LE(Math.round((left[i] ?? 0) * gain * 32_767), i * 4)
    pcm.writeInt16LE(Math.round((right[i] ?? 0) * gain * 32_767), i * 4 + 2)
  }
  return pcm
}
