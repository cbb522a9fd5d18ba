import { execFileSync, spawnSync } from 'node:child_process'

/** An ID3 size: seven bits in each byte. */
const sevenBits = (size: number) => Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f))

/** A frame of an ID3v2.4 tag. */
export const id3Frame = (name: string, ...content: Buffer[]) => {
  const bytes = Buffer.concat(content)
  return Buffer.concat([Buffer.from(name), sevenBits(bytes.length), Buffer.alloc(2), bytes])
}

/** A tag around these frames. */
export const id3 = (frames: Buffer, size = frames.length) =>
  Buffer.concat([Buffer.from('ID3'), Buffer.from([4, 0, 0]), sevenBits(size), frames])

/** A tag with this many user-defined frames. ffprobe takes quadratic time for different names. */
export const manyFrames = (frames: number, letters = 4) => {
  const frame = (index: number) =>
    id3Frame('TXXX', Buffer.from([3]), Buffer.from(`k${index}\0`), Buffer.alloc(letters, 'v'))
  return id3(Buffer.concat(Array.from({ length: frames }, (_, index) => frame(index))))
}

/** A text frame that declares UTF-8 for any bytes. */
export const id3Text = (name: string, text: string | Buffer) =>
  id3Frame(name, Buffer.from([3]), Buffer.from(text as string))

/** The picture of a tag. */
export const id3Picture = (type: string, picture: Buffer) =>
  id3Frame('APIC', Buffer.from([0]), Buffer.from(`${type}\0`), Buffer.from([3, 0]), picture)

/** A copy with bytes overwritten at these positions. */
export const written = (bytes: Buffer, ...places: [at: number, value: Buffer | number[]][]) => {
  const copy = Buffer.from(bytes)
  for (const [at, value] of places) Buffer.from(value).copy(copy, at)
  return copy
}

/** The position of these bytes; throws if they are missing. */
export const placeOf = (bytes: Buffer, wanted: string | number[], from = 0) => {
  const at = bytes.indexOf(Buffer.from(wanted as string), from)
  if (at < 0) throw new Error(`there is no ${wanted} in it`)
  return at
}

/** A pseudo-random generator of numbers between 0 and 1. */
export const seeded = (seed: number) => {
  let state = seed >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

/** A copy with this share of its bits flipped. */
export const withFlippedBits = (bytes: Buffer, share: number, random: () => number) => {
  const copy = Buffer.from(bytes)
  for (let flips = Math.ceil(copy.length * 8 * share); flips > 0; flips -= 1) {
    const at = Math.floor(random() * copy.length)
    copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(random() * 8))
  }
  return copy
}

export const hasZzuf = spawnSync('zzuf', ['-V']).status === 0

/** The same, with the fuzzer zzuf. */
export const withBitsFlippedByZzuf = (bytes: Buffer, share: number, random: () => number) =>
  execFileSync('zzuf', ['-s', String(Math.floor(random() * 2 ** 31)), '-r', share.toFixed(6)], {
    input: bytes,
    maxBuffer: 2 * bytes.length,
  })

const crcTable = (polynomial: number) =>
  Uint32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte << 24
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80000000 ? (crc << 1) ^ polynomial : crc << 1
    return crc >>> 0
  })
const OGG_CRC = crcTable(0x04c11db7)

/** Changes the end time in the last page of an Ogg file, with a valid checksum. */
export const withLastGranule = (bytes: Buffer, granule: bigint) => {
  const at = bytes.lastIndexOf('OggS')
  const page = Buffer.from(bytes.subarray(at))
  page.writeBigInt64LE(granule, 6)
  page.writeUInt32LE(0, 22)
  let crc = 0
  for (const byte of page) crc = ((crc << 8) ^ (OGG_CRC[((crc >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0
  page.writeUInt32LE(crc, 22)
  return Buffer.concat([bytes.subarray(0, at), page])
}
