/** Two at most. A single one is not made two: it would lose 3 dB. */
export type PcmChannels = 1 | 2

export interface PcmFormat {
  /** Moments a second. */
  rate: number
  channels: PcmChannels
}

/**
 * What ffmpeg is asked for: signed 16-bit samples at half their level. What a decoder makes of a loud recording goes
 * beyond full scale, and would be cut off there.
 */
export const PCM_LEVEL = 0.5
export const FULL_SCALE = 32_768 * PCM_LEVEL

/** So many moments are looked at together: where the loudest of them says that nothing is to be found, nobody looks further. */
export const BLOCK = 128
/** So many moments stay in sight when the next ones come. */
export const KEPT = 16

/** Sound as it passes. A moment is one sample of each channel, one after the other. */
export interface Stretch {
  /** `KEPT` moments of what went before (silence at first), then what is new. */
  samples: Int16Array
  /** Where what is new begins, */
  start: number
  /** and where it ends. */
  end: number
  /** The loudest sample of each block of what is new; only the very last block of a recording may be shorter. */
  levels: Uint16Array
}

export interface PcmReader {
  /** The samples are only lent: the next stretch is written over them. */
  read(stretch: Stretch): void
}

const BLOCKS_AT_ONCE = 256

/** Makes stretches of whole blocks of bytes that come cut anywhere, always in the same memory: they are many. */
export const openPcm = ({ channels }: PcmFormat, readers: PcmReader[]) => {
  const block = BLOCK * channels
  const start = KEPT * channels
  const samples = new Int16Array(start + BLOCKS_AT_ONCE * block)
  const bytes = new Uint8Array(samples.buffer)
  const pairs = new Int32Array(samples.buffer)
  const levels = new Uint16Array(BLOCKS_AT_ONCE)
  let filled = start * 2

  const pass = () => {
    // What is no whole moment was cut off.
    const end = Math.floor(filled / 2 / channels) * channels
    if (end === start) return
    // The last sample of a recording may be half of a pair.
    if (end % 2 === 1) samples[end] = 0
    let blocks = 0
    for (let from = start; from < end; from += block) {
      levels[blocks] = loudestOf(pairs, from / 2, Math.ceil(Math.min(end, from + block) / 2))
      blocks += 1
    }
    for (const reader of readers) reader.read({ samples, start, end, levels: levels.subarray(0, blocks) })
    samples.copyWithin(0, end - start, end)
    filled = start * 2
  }

  return {
    write(chunk: Buffer) {
      for (let at = 0; at < chunk.length; ) {
        const taken = Math.min(chunk.length - at, bytes.length - filled)
        bytes.set(chunk.subarray(at, at + taken), filled)
        filled += taken
        at += taken
        if (filled === bytes.length) pass()
      }
    },
    /** The last stretch, however short. */
    end: pass,
  }
}

/** Runs over every sample of a recording, so it does as little as it can: two are read at once. */
const loudestOf = (pairs: Int32Array, from: number, to: number) => {
  let loudest = 0
  for (let at = from; at < to; at += 1) {
    const pair = pairs[at] ?? 0
    loudest = Math.max(loudest, Math.abs((pair << 16) >> 16), Math.abs(pair >> 16))
  }
  return loudest
}
