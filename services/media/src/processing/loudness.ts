import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** How exactly the loudest moment is looked for; `true` also finds what lies between samples, at three times the price. */
export type PeakKind = 'true' | 'sample'

const REPORT = 'loudness.txt'
// One for each channel: not every ffmpeg tells the loudest of them all.
const PEAK_REPORTS = Array.from({ length: 8 }, (_, channel) => `peak-${channel}.txt`)

/**
 * Filters that measure while sound passes through. They write to a file and not to the log: what a log says of a file
 * repeats its tags, and whoever made those could have them say anything.
 */
export const loudnessFilters = (peak: PeakKind, channels: number) => [
  // framelog: at the default level each tenth of a second would be a line of the log.
  `ebur128=peak=${peak}:metadata=1:framelog=verbose`,
  `ametadata=mode=print:key=lavfi.r128.I:file=${REPORT}`,
  ...PEAK_REPORTS.slice(0, channels).map(
    (report, channel) => `ametadata=mode=print:key=lavfi.r128.${peak}_peaks_ch${channel}:file=${report}`,
  ),
]

export interface Loudness {
  /** LUFS; null when there is nothing to hear. */
  loudness: number | null
  /** dB of full scale; null for perfect silence. */
  peak: number | null
}

// What EBU R128 calls silence: below it nothing counts.
const NOTHING_LUFS = -70
const TAIL_BYTES = 512

/** Reads what the filters have written in `dir`: the last line tells of all that went before. */
export const readLoudness = async (dir: string): Promise<Loudness> => {
  const integrated = await lastValue(join(dir, REPORT))
  const levels = await Promise.all(PEAK_REPORTS.map((report) => lastValue(join(dir, report))))
  const level = Math.max(...levels.map((value) => value ?? 0))
  return {
    loudness: integrated === null || integrated <= NOTHING_LUFS ? null : integrated,
    peak: level <= 0 ? null : 20 * Math.log10(level),
  }
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
