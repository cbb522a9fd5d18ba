import { MOST_PEAKS } from '@griot/contracts/media/hearing'
import { BLOCK, FULL_SCALE, type PcmFormat, type PcmReader } from './pcm.ts'

// -50 dB: room noise is quieter, a voice far away is not.
const AUDIBLE = Math.round(FULL_SCALE * 10 ** (-50 / 20))

export interface Waveform {
  /** Of equal spans of time the loudest moment each, 255 being full scale; at most 1,800. */
  peaks: Buffer
  seconds: number
  leadingSilence: number
  trailingSilence: number
}

export interface WaveformReader extends PcmReader {
  seconds(): number
  end(): Waveform
}

/**
 * Reads a recording once, without knowing how long it is: when there are twice as many spans as wanted, each two become
 * one. So a day of sound takes no more memory than a minute of it.
 */
export const openWaveform = ({ rate, channels }: PcmFormat): WaveformReader => {
  const spans = new Uint16Array(MOST_PEAKS * 2)
  // Whole blocks, so that a block lies in one span.
  let spanMoments = BLOCK
  let complete = 0
  let inSpan = 0
  let loudest = 0

  let moments = 0
  let firstSound = -1
  let lastSound = -1

  const closeSpan = () => {
    spans[complete] = loudest
    complete += 1
    inSpan = 0
    loudest = 0
    if (complete < spans.length) return
    for (let at = 0; at < MOST_PEAKS; at += 1) spans[at] = Math.max(spans[2 * at] ?? 0, spans[2 * at + 1] ?? 0)
    complete = MOST_PEAKS
    spanMoments *= 2
  }

  /** Of a block that is to be heard: where it begins to be, and where it ends. */
  const noteSound = (samples: Int16Array, from: number, to: number) => {
    if (firstSound < 0) {
      let first = from
      while (Math.abs(samples[first] ?? 0) <= AUDIBLE) first += 1
      firstSound = moments + Math.floor((first - from) / channels)
    }
    let last = to - 1
    while (Math.abs(samples[last] ?? 0) <= AUDIBLE) last -= 1
    lastSound = moments + Math.floor((last - from) / channels)
  }

  return {
    read({ samples, start, end, levels }) {
      levels.forEach((level, block) => {
        const from = start + block * BLOCK * channels
        const to = Math.min(end, from + BLOCK * channels)
        if (level > AUDIBLE) noteSound(samples, from, to)
        if (level > loudest) loudest = level
        moments += (to - from) / channels
        inSpan += BLOCK
        if (inSpan === spanMoments) closeSpan()
      })
    },
    seconds: () => moments / rate,
    end() {
      if (inSpan > 0) closeSpan()
      const seconds = moments / rate
      return {
        peaks: drawn(spans.subarray(0, complete)),
        seconds,
        leadingSilence: firstSound < 0 ? seconds : firstSound / rate,
        trailingSilence: firstSound < 0 ? seconds : (moments - lastSound - 1) / rate,
      }
    },
  }
}

/** As many points as are wanted at most, each the loudest of the spans that it stands for. */
const drawn = (spans: Uint16Array) => {
  const points = Buffer.alloc(Math.min(spans.length, MOST_PEAKS))
  for (let point = 0; point < points.length; point += 1) {
    const from = Math.floor((point * spans.length) / points.length)
    const to = Math.max(from + 1, Math.floor(((point + 1) * spans.length) / points.length))
    let level = 0
    for (let at = from; at < to; at += 1) level = Math.max(level, spans[at] ?? 0)
    points[point] = Math.min(255, Math.round((level / FULL_SCALE) * 255))
  }
  return points
}
