import { open } from 'node:fs/promises'

/** The largest page of an Ogg file (RFC 3533). */
const MAX_PAGE_BYTES = 65_307
/** Contains at least one header of a page. */
const END_BYTES = 2 * MAX_PAGE_BYTES

/** The last bytes of a file. */
export const readEnd = async (path: string, sizeBytes: number) => {
  const length = Math.min(END_BYTES, sizeBytes)
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, sizeBytes - length)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Whether the end of an Ogg or ADTS file is missing. These files state no length, so only their last bytes show it. */
export const isCutAtEnd = (format: string, end: Buffer) =>
  (format === 'ogg' && isOggCut(end)) || (format === 'aac' && isAdtsCut(end))

const PAGE_HEADER_BYTES = 27
const END_OF_STREAM = 4

/** The last page of a complete file has the flag for the end of the stream. */
const isOggCut = (end: Buffer) => {
  const at = end.lastIndexOf('OggS')
  if (at < 0) return false
  const segments = end[at + PAGE_HEADER_BYTES - 1]
  if (segments === undefined) return true
  const sizes = end.subarray(at + PAGE_HEADER_BYTES, at + PAGE_HEADER_BYTES + segments)
  const bytes = PAGE_HEADER_BYTES + segments + sizes.reduce((sum, size) => sum + size, 0)
  const isLast = ((end[at + 5] ?? 0) & END_OF_STREAM) !== 0
  return !isLast || at + bytes > end.length
}

const FRAME_HEADER_BYTES = 7
/** A frame is found by its header and those of the next two, because its sound may contain the same bits. */
const FRAMES_IN_ROW = 3

/** The frame that begins here, by its header; null if none does. */
const frameBytesAt = (end: Buffer, at: number) => {
  if (at + FRAME_HEADER_BYTES > end.length) return null
  if (end[at] !== 0xff || ((end[at + 1] ?? 0) & 0xf6) !== 0xf0) return null
  const bytes = (end.readUInt32BE(at + 2) >>> 5) & 0x1fff
  return bytes >= FRAME_HEADER_BYTES ? bytes : null
}

const isRowOfFrames = (end: Buffer, from: number) => {
  let at = from
  for (let frame = 0; frame < FRAMES_IN_ROW; frame += 1) {
    const bytes = frameBytesAt(end, at)
    if (bytes === null) return false
    at += bytes
  }
  return true
}

/** The last frame has fewer bytes than its header states. A file that is cut between two frames is complete by its bytes. */
const isAdtsCut = (end: Buffer) => {
  let at = 0
  while (at < end.length && !isRowOfFrames(end, at)) at += 1
  for (;;) {
    const bytes = frameBytesAt(end, at)
    // No frame begins here: this is the end, a tag, or a part of a header.
    if (bytes === null) return at < end.length && at + FRAME_HEADER_BYTES > end.length && end[at] === 0xff
    at += bytes
    if (at > end.length) return true
  }
}
