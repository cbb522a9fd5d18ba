import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Rejected } from './rejected.ts'

// Time grows with the square of their number in ffprobe; a published episode has a few dozen, with chapters hundreds.
const MOST_FRAMES = 1_000
const HEADER_BYTES = 10
const WINDOW_BYTES = 64 * 1024

/** Where the sound begins: after the tags in front of it. */
export interface Tags {
  end: number
}

/**
 * Walks over the ID3v2 tags in front of a recording and counts their frames, before any program reads them. Throws
 * `Rejected` when there are more than anybody writes by honest means.
 */
export const walkTags = async (dir: string, name: string): Promise<Tags> => {
  const file = await open(join(dir, name))
  try {
    const bytes = windowOn((buffer, position) => file.read(buffer, 0, buffer.length, position))
    let end = 0
    let frames = 0
    for (;;) {
      const header = await bytes(end, HEADER_BYTES)
      if (header === undefined || header.toString('latin1', 0, 3) !== 'ID3') return { end }
      const next = end + HEADER_BYTES + sevenBits(header, 6)
      frames += await countFrames(bytes, end, next, header)
      if (frames > MOST_FRAMES) {
        throw new Rejected(
          'This file carries far too many tags to be read. Please export it again without them.',
          `more than ${MOST_FRAMES} ID3 frames`,
        )
      }
      end = next
    }
  } finally {
    await file.close()
  }
}

type Bytes = (at: number, length: number) => Promise<Buffer | undefined>

const countFrames = async (bytes: Bytes, start: number, end: number, header: Buffer) => {
  const version = header[3] ?? 0
  const isOld = version < 3
  const [nameBytes, headerBytes] = isOld ? [3, 6] : [4, 10]
  const extension = ((header[5] ?? 0) & 0x40) === 0 || isOld ? 0 : await extensionBytes(bytes, start, version)
  let at = start + HEADER_BYTES + extension
  let frames = 0
  while (at + headerBytes <= end && frames <= MOST_FRAMES) {
    const frame = await bytes(at, headerBytes)
    if (frame === undefined || !/^[A-Z0-9]+$/.test(frame.toString('latin1', 0, nameBytes))) break
    frames += 1
    at += headerBytes + (isOld ? frame.readUIntBE(3, 3) : version === 3 ? frame.readUInt32BE(4) : sevenBits(frame, 4))
  }
  return frames
}

const extensionBytes = async (bytes: Bytes, start: number, version: number) => {
  const size = await bytes(start + HEADER_BYTES, 4)
  if (size === undefined) return 0
  return version === 3 ? 4 + size.readUInt32BE(0) : sevenBits(size, 0)
}

/** Four bytes of which only seven bits count. */
const sevenBits = (buffer: Buffer, at: number) =>
  [0, 1, 2, 3].reduce((sum, offset) => sum * 128 + ((buffer[at + offset] ?? 0) & 0x7f), 0)

/** Reads here and there in a file without a call to the system for each few bytes. */
const windowOn = (read: (buffer: Buffer, position: number) => Promise<{ bytesRead: number }>): Bytes => {
  let from = 0
  let held = Buffer.alloc(0)
  return async (at, length) => {
    if (at < from || at + length > from + held.length) {
      const buffer = Buffer.alloc(WINDOW_BYTES)
      const { bytesRead } = await read(buffer, at)
      from = at
      held = buffer.subarray(0, bytesRead)
    }
    return at + length <= from + held.length ? held.subarray(at - from, at - from + length) : undefined
  }
}
