import { MAX_PEAKS } from '@griot/contracts/media/streaming'
import { MAX_SECONDS } from '@griot/contracts/values'

const FULL_SCALE = 32_768
// -50 dB: louder than background noise, quieter than a distant voice.
const AUDIBLE = Math.round(FULL_SCALE * 10 ** (-50 / 20))
const LEVELS_PER_SECOND = 100

/** Decoding stops shortly after the longest accepted length. */
const MAX_DECODED_SECONDS = MAX_SECONDS + 60

export interface PcmFormat {
  /** Samples a second of each channel. */
  rate: number
  channels: 1 | 2
}

/** Reads 16-bit PCM in chunks that may end anywhere. */
export const openWaveform = ({ rate, channels }: PcmFormat) => {
  const samplesPerLevel = Math.ceil(rate / LEVELS_PER_SECOND) * channels
  // An array of numbers would take up to 200 MB for a day of sound.
  const levels = new Uint8Array(MAX_DECODED_SECONDS * LEVELS_PER_SECOND)
  let levelCount = 0
  let rest: Buffer = Buffer.alloc(0)
  let count = 0
  let loudest = 0
  let loudestOfAll = 0
  let firstAudible = -1
  let lastAudible = -1

  const closeLevel = () => {
    loudestOfAll = Math.max(loudestOfAll, loudest)
    levels[levelCount] = Math.min(255, Math.round((loudest / FULL_SCALE) * 255))
    levelCount += 1
    loudest = 0
  }
  const secondsOf = (samples: number) => Math.floor(samples / channels) / rate

  return {
    write(chunk: Buffer) {
      // An Int16Array needs an even offset, which a copy has.
      const isAligned = rest.length === 0 && chunk.byteOffset % 2 === 0
      const bytes = isAligned ? chunk : Buffer.concat([rest, chunk])
      const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1)
      rest = bytes.subarray(samples.length * 2)
      for (const sample of samples) {
        const level = Math.abs(sample)
        if (level > loudest) loudest = level
        if (level > AUDIBLE) {
          if (firstAudible < 0) firstAudible = count
          lastAudible = count
        }
        count += 1
        if (count % samplesPerLevel === 0) closeLevel()
      }
    },
    seconds: () => secondsOf(count),
    end() {
      if (count % samplesPerLevel !== 0) closeLevel()
      const seconds = secondsOf(count)
      return {
        /** The loudest sample of each of at most 1,800 equal spans. 255 is full scale. */
        peaks: reduce(levels.subarray(0, levelCount)),
        seconds,
        /** In dB of full scale; null for silence. */
        samplePeak: loudestOfAll === 0 ? null : 20 * Math.log10(loudestOfAll / FULL_SCALE),
        leadingSilence: firstAudible < 0 ? seconds : secondsOf(firstAudible),
        trailingSilence: firstAudible < 0 ? seconds : secondsOf(count - 1 - lastAudible),
      }
    },
  }
}

const reduce = (levels: Uint8Array) => {
  const peaks = Buffer.alloc(Math.min(levels.length, MAX_PEAKS))
  for (const [index, level] of levels.entries()) {
    const point = Math.floor((index * peaks.length) / levels.length)
    peaks[point] = Math.max(peaks[point] ?? 0, level)
  }
  return peaks
}
