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

/** Whatever looks at sound as it passes. A moment is one sample of each channel. */
export interface PcmReader {
  /** Whole moments, one sample of each channel after the other. */
  read(samples: Int16Array): void
}

/** Makes samples of bytes that come cut anywhere. */
export const openPcm = ({ channels }: PcmFormat, readers: PcmReader[]) => {
  const momentBytes = channels * 2
  let rest = Buffer.alloc(0)
  return (chunk: Buffer) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = bytes.length - (bytes.length % momentBytes)
    rest = Buffer.from(bytes.subarray(end))
    for (const reader of readers) reader.read(samplesIn(bytes.subarray(0, end)))
  }
}

/** Typed arrays begin at even addresses only; what does not is copied. */
const samplesIn = (bytes: Buffer) => {
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : new Uint8Array(bytes)
  return new Int16Array(aligned.buffer, aligned.byteOffset, bytes.length / 2)
}
