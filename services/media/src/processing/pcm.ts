import { type BlockLevels, openBlockLevels } from './block-levels.ts'

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
interface Stretch {
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

// Each sets aside many gigabytes of addresses, so they are used again. One whose recording failed is left to be forgotten.
const spare: Record<PcmChannels, BlockLevels[]> = { 1: [], 2: [] }

/** Makes stretches of whole blocks of bytes that come cut anywhere, always in the same memory: they are many. */
export const openPcm = ({ channels }: PcmFormat, readers: PcmReader[]) => {
  const block = BLOCK * channels
  const start = KEPT * channels
  const memory = spare[channels].pop() ?? openBlockLevels(start + BLOCKS_AT_ONCE * block, block)
  const { samples, levelsOf } = memory
  samples.fill(0, 0, start)
  const bytes = new Uint8Array(samples.buffer, 0, samples.byteLength)
  let filled = start * 2

  const pass = () => {
    // What is no whole moment was cut off.
    const end = Math.floor(filled / 2 / channels) * channels
    if (end === start) return
    const blocks = Math.ceil((end - start) / block)
    // The last block of a recording may be shorter; what stands after it is of long ago.
    samples.fill(0, end, start + blocks * block)
    const levels = levelsOf(start, blocks)
    for (const reader of readers) reader.read({ samples, start, end, levels })
    samples.copyWithin(0, end - start, end)
    filled = start * 2
  }

  return {
    write(chunk: Uint8Array) {
      for (let at = 0; at < chunk.length; ) {
        const taken = Math.min(chunk.length - at, bytes.length - filled)
        bytes.set(chunk.subarray(at, at + taken), filled)
        filled += taken
        at += taken
        if (filled === bytes.length) pass()
      }
    },
    /** The last stretch, however short. There is nothing to be written after it. */
    end() {
      pass()
      spare[channels].push(memory)
    },
  }
}
