import { MOST_PEAKS } from '@griot/contracts/media/hearing'
import { FULL_SCALE, type PcmFormat, type PcmReader } from './pcm.ts'

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
  let spanMoments = 16
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

  const noteSound = (samples: Int16Array, from: number, to: number) => {
    const isSound = (at: number) => Math.abs(samples[at] ?? 0) > AUDIBLE
    const momentAt = (at: number) => moments + Math.floor((at - from) / channels)
    let [first, last] = [from, to - 1]
    while (!isSound(first)) first += 1
    while (!isSound(last)) last -= 1
    if (firstSound < 0) firstSound = momentAt(first)
    lastSound = momentAt(last)
  }

  return {
    read(samples) {
      for (let from = 0; from < samples.length; ) {
        const to = Math.min(samples.length, from + (spanMoments - inSpan) * channels)
        const level = loudestOf(samples, from, to)
        if (level > AUDIBLE) noteSound(samples, from, to)
        if (level > loudest) loudest = level
        moments += (to - from) / channels
        inSpan += (to - from) / channels
        if (inSpan === spanMoments) closeSpan()
        from = to
      }
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

/** Runs over every sample of a recording, so it does as little as it can. */
const loudestOf = (samples: Int16Array, from: number, to: number) => {
  let most = 0
  let least = 0
  for (let at = from; at < to; at += 1) {
    const sample = samples[at] ?? 0
    if (sample > most) most = sample
    else if (sample < least) least = sample
  }
  return Math.max(most, -least)
}

/** As many points as are wanted at most, each the loudest of the spans that it stands for. */
const drawn = (spans: Uint16Array) => {
  const points = Math.min(spans.length, MOST_PEAKS)
  return Buffer.from(
    Array.from({ length: points }, (_, point) => {
      const from = Math.floor((point * spans.length) / points)
      const to = Math.max(from + 1, Math.floor(((point + 1) * spans.length) / points))
      const level = spans.subarray(from, to).reduce((most, span) => Math.max(most, span), 0)
      return Math.min(255, Math.round((level / FULL_SCALE) * 255))
    }),
  )
}
