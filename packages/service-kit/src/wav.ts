const HEAD_BYTES = 44

/** Samples as they are, behind the head that makes them a recording: one channel and a byte for each if nothing is said. */
export const wavOf = (samples: Buffer, samplesASecond: number, { channels = 1, bytesASample = 1 } = {}) => {
  const bytesAMoment = channels * bytesASample
  const head = Buffer.alloc(HEAD_BYTES)
  head.write('RIFF', 0)
  head.writeUInt32LE(HEAD_BYTES - 8 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(channels, 22)
  head.writeUInt32LE(samplesASecond, 24)
  head.writeUInt32LE(samplesASecond * bytesAMoment, 28)
  head.writeUInt16LE(bytesAMoment, 32)
  head.writeUInt16LE(8 * bytesASample, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}
