import { open } from 'node:fs/promises'

const MAX_CHUNKS = 64
// Recorders that do not know the size yet write the highest number, or one slightly below 2 GB.
const PLACEHOLDER_FROM = 2 ** 31 - 2 ** 16
const RIFF_BYTES = 12
const CHUNK_BYTES = 8

/**
 * The share of the sound that a WAV file contains, by the size that its header states; 1 for other files. ffprobe reports
 * only the length of the sound that is present.
 */
export const readWavShare = async (path: string, sizeBytes: number) => {
  const file = await open(path)
  try {
    const read = async (position: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
      return bytesRead === length ? buffer : null
    }
    const riff = await read(0, RIFF_BYTES)
    if (riff?.toString('latin1', 0, 4) !== 'RIFF' || riff.toString('latin1', 8, 12) !== 'WAVE') return 1
    let position = RIFF_BYTES
    for (let chunk = 0; chunk < MAX_CHUNKS; chunk += 1) {
      const header = await read(position, CHUNK_BYTES)
      if (header === null) return 1
      const statedBytes = header.readUInt32LE(4)
      position += CHUNK_BYTES
      if (header.toString('latin1', 0, 4) === 'data') {
        const presentBytes = sizeBytes - position
        const isTrue = statedBytes <= presentBytes || statedBytes >= PLACEHOLDER_FROM || presentBytes === 0
        return isTrue ? 1 : presentBytes / statedBytes
      }
      // Chunks begin at even offsets.
      position += statedBytes + (statedBytes % 2)
    }
    return 1
  } finally {
    await file.close()
  }
}
