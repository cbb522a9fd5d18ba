import { open } from 'node:fs/promises'
import { join } from 'node:path'

const REPORT = 'loudness.txt'

/**
 * Filters that measure while sound passes through. They write to a file and not to the log: what a log says of a file
 * repeats its tags, and whoever made those could have them say anything.
 */
export const LOUDNESS_FILTERS = [
  // framelog: at the default level each tenth of a second would be a line of the log.
  'ebur128=metadata=1:framelog=verbose',
  `ametadata=mode=print:key=lavfi.r128.I:file=${REPORT}`,
]

// What EBU R128 calls silence: below it nothing counts.
const NOTHING_LUFS = -70
const TAIL_BYTES = 512

/**
 * Reads what the filters have written in `dir`, in LUFS; null when there is nothing to hear. The last line tells of all
 * that went before, and the reports of long recordings are long, so only their end is read.
 */
export const readLoudness = async (dir: string): Promise<number | null> => {
  const file = await open(join(dir, REPORT)).catch(() => null)
  if (file === null) return null
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(TAIL_BYTES),
      0,
      TAIL_BYTES,
      Math.max(0, size - TAIL_BYTES),
    )
    const said = [...buffer.toString('latin1', 0, bytesRead).matchAll(/^lavfi\.r128\.I=(-?\d+(?:\.\d+)?)$/gm)].at(
      -1,
    )?.[1]
    return said === undefined || Number(said) <= NOTHING_LUFS ? null : Number(said)
  } finally {
    await file.close()
  }
}
