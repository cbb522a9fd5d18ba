import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tags } from './id3-frames.ts'

/** What a file's own first bytes say it is, with the name of the muxer that writes the same. */
const MARKS: readonly { muxer: string; fits: (head: Buffer) => boolean }[] = [
  { muxer: 'flac', fits: (head) => head.toString('latin1', 0, 4) === 'fLaC' },
  { muxer: 'ogg', fits: (head) => head.toString('latin1', 0, 4) === 'OggS' },
  { muxer: 'wav', fits: (head) => head.toString('latin1', 0, 4) === 'RIFF' },
  { muxer: 'ipod', fits: (head) => head.toString('latin1', 4, 8) === 'ftyp' },
  // MPEG's layer bits are zero for AAC and only for it.
  { muxer: 'adts', fits: (head) => head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0 },
  { muxer: 'mp3', fits: (head) => head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0 },
]

/** The muxer for a file's own container, or undefined when it looks like none that we take. */
export const muxerFor = async (dir: string, name: string, { end }: Tags) => {
  const file = await open(join(dir, name))
  try {
    const head = Buffer.alloc(12)
    await file.read(head, 0, head.length, end)
    return MARKS.find(({ fits }) => fits(head))?.muxer
  } finally {
    await file.close()
  }
}
