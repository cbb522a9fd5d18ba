import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * The music of one recording. The same piece always gives the same samples. The length is in seconds, the tempo in quarter
 * notes a minute, the root is the frequency of the lowest string in Hz.
 */
export type Piece = [seed: number, length: number, tempo: number, root: number, tuning: keyof typeof TUNINGS]

const SAMPLE_RATE = 44_100
const RING_SECONDS = 2.4
const FADE_SECONDS = 2
const PULSES = 12

/** Steps above the root in cents, after tunings that kora players use. */
const TUNINGS = {
  silaba: [0, 190, 390, 500, 700, 890, 1090],
  sauta: [0, 200, 400, 600, 700, 900, 1100],
  tomora: [0, 160, 340, 500, 690, 860, 1040],
  hardino: [0, 200, 380, 500, 700, 900, 1080],
} as const

type Random = () => number

/** A small, fast generator whose sequence depends on its seed alone (mulberry32). */
const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Adds a sound to interleaved stereo samples. `pan` is 0 for left and 1 for right. */
const add = (samples: Float32Array, at: number, seconds: number, pan: number, sound: (index: number) => number) => {
  const start = Math.floor(Math.max(0, at) * SAMPLE_RATE)
  const end = Math.min(samples.length / 2, start + Math.floor(seconds * SAMPLE_RATE))
  for (let i = start; i < end; i += 1) {
    const value = sound(i - start)
    samples[2 * i] = (samples[2 * i] ?? 0) + value * (1 - pan)
    samples[2 * i + 1] = (samples[2 * i + 1] ?? 0) + value * pan
  }
}

/** A plucked string by the algorithm of Karplus and Strong: noise in a delay line with a low-pass filter. */
const createString = (random: Random, frequency: number, loudness: number) => {
  const line = new Float32Array(Math.max(2, Math.round(SAMPLE_RATE / frequency)))
  // Softened noise sounds like a fingertip.
  for (let i = 0; i < line.length; i += 1) line[i] = (line[i - 1] ?? 0) * 0.45 + (random() * 2 - 1) * 0.55
  const damping = 0.4985 - Math.min(0.004, frequency / 400_000)
  return (index: number) => {
    const place = index % line.length
    const now = line[place] ?? 0
    line[place] = (now + (line[(place + 1) % line.length] ?? 0)) * damping
    return now * loudness
  }
}

/** The knock of a hand on the calabash: a low tone that falls. */
const knock = (index: number) => {
  const time = index / SAMPLE_RATE
  return Math.sin(2 * Math.PI * (95 - 90 * time) * time) * Math.exp(-time * 22) * 0.44
}

/** The strings of a bar: a bass that repeats, and a melody. -1 is a rest. */
const composePattern = (random: Random) => {
  const bass = [0, -1, -1, 4, -1, -1, 0, -1, -1, random() > 0.5 ? 3 : 4, -1, -1]
  const melody = Array.from({ length: PULSES }, () => (random() < 0.62 ? 7 + Math.floor(random() * 8) : -1))
  return { bass, melody }
}

/** Plays a repeating bass on the low strings, a slowly changing melody, and a falling run in every fourth bar. */
const play = ([seed, length, tempo, root, tuning]: Piece): Float32Array => {
  const random = createRandom(seed)
  const samples = new Float32Array(Math.floor(length * SAMPLE_RATE) * 2)
  const steps = TUNINGS[tuning]
  const pluck = (at: number, string: number, loudness: number, pan: number) => {
    const octave = Math.floor(string / steps.length)
    const frequency = root * 2 ** (octave + (steps[string % steps.length] ?? 0) / 1200)
    add(samples, at, RING_SECONDS, pan, createString(random, frequency, loudness))
  }
  const pulse = 60 / tempo / 3
  const bars = Math.floor((length - RING_SECONDS) / (pulse * PULSES))
  let pattern = composePattern(random)
  for (let bar = 0; bar < bars; bar += 1) {
    if (bar % 8 === 0) pattern = composePattern(random)
    for (let i = 0; i < PULSES; i += 1) {
      const at = (bar * PULSES + i) * pulse + (random() - 0.5) * 0.008
      const bass = pattern.bass[i] ?? -1
      if (bass >= 0) pluck(at, bass, 0.5, 0.4)
      const string = bar % 4 === 3 ? 15 - i : (pattern.melody[i] ?? -1)
      if (string >= 0 && bar > 0) pluck(at, string, 0.24 + random() * 0.16, 0.3 + (string % 5) * 0.1)
      if (bar > 1 && i % 6 === 0) add(samples, at, 0.25, 0.5, knock)
    }
  }
  return samples
}

/** Plays a piece into an MP3 file. */
export const record = async (piece: Piece, title: string, ffmpeg: string, file: string) => {
  const [, length] = piece
  const samples = play(piece)
  const peak = samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0)
  const input = ['-f', 'f32le', '-ar', String(SAMPLE_RATE), '-ac', '2', '-i', 'pipe:0']
  const room = 'aecho=0.9:0.9:38|47|54|71:0.2|0.18|0.15|0.12'
  const fades = `afade=t=in:d=0.05,afade=t=out:st=${length - FADE_SECONDS}:d=${FADE_SECONDS}`
  const effects = ['-af', `${room},${fades}`, '-t', String(length)]
  const output = ['-metadata', `title=${title}`, '-codec:a', 'libmp3lame', '-b:a', '128k', file]
  const encoder = spawn(ffmpeg, ['-v', 'error', '-y', ...input, ...effects, ...output], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const ended = once(encoder, 'exit')
  encoder.stdin.on('error', () => {})
  encoder.stdin.end(Buffer.from(samples.map((sample) => (sample * 0.9) / peak).buffer))
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}
