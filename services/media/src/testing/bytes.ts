/** Seven bits a byte, as ID3 writes sizes. */
const sevenBits = (size: number) => Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f))

/** An ID3v2.4 tag with so many frames of somebody's own making, each with a text of this length. */
export const manyFrames = (frames: number, letters = 4) => {
  const content = Buffer.concat([Buffer.from([3]), Buffer.from('k\0'), Buffer.alloc(letters, 'v')])
  const frame = Buffer.concat([Buffer.from('TXXX'), sevenBits(content.length), Buffer.alloc(2), content])
  return id3(Buffer.concat(Array.from({ length: frames }, () => frame)))
}

/** A tag around these frames. */
export const id3 = (frames: Buffer, size = frames.length) =>
  Buffer.concat([Buffer.from('ID3'), Buffer.from([4, 0, 0]), sevenBits(size), frames])
