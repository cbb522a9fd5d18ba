import { open } from 'node:fs/promises'
import { join } from 'node:path'

const REPORTS = { I: 'loudness.txt', LRA: 'loudness-range.txt' } as const

/**
 * Filters that measure while sound passes through. They write to files and not to the log: what a log says of a file
 * repeats its tags, and whoever made those could have them say anything.
 */
export const LOUDNESS_FILTERS = [
  // framelog: at the default level each tenth of a second would be a line of the log.
  'ebur128=metadata=1:framelog=verbose',
  ...Object.entries(REPORTS).map(([key, report]) => `ametadata=mode=print:key=lavfi.r128.${key}:file=${report}`),
]

export interface Loudness {
  /** LUFS; null when there is nothing to hear. */
  loudness: number | null
  /** Between its quiet and its loud parts, in LU. */
  range: number
}

// What EBU R128 calls silence: below it nothing counts.
const NOTHING_LUFS = -70
const TAIL_BYTES = 512

/** Reads what the filters have written in `dir`: the last line tells of all that went before. */
export const readLoudness = async (dir: string): Promise<Loudness> => {
  const integrated = await lastValue(join(dir, REPORTS.I))
  const range = await lastValue(join(dir, REPORTS.LRA))
  return { loudness: integrated === null || integrated <= NOTHING_LUFS ? null : integrated, range: range ?? 0 }
}

/** The reports of long recordings are long; only their end is read. */
const lastValue = async (path: string) => {
  const file = await open(path).catch(() => null)
  if (file === null) return null
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(TAIL_BYTES),
      0,
      TAIL_BYTES,
      Math.max(0, size - TAIL_BYTES),
    )
    const said = [...buffer.toString('latin1', 0, bytesRead).matchAll(/^lavfi\.r128\.\w+=(-?\d+(?:\.\d+)?)$/gm)].at(
      -1,
    )?.[1]
    return said === undefined ? null : Number(said)
  } finally {
    await file.close()
  }
}
