import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { readOutput } from './job-files.ts'
import { type InputFile, runFfmpeg } from './run-ffmpeg.ts'
import { MAX_DECODED_SECONDS, openWaveform, type PcmFormat } from './waveform.ts'

const WALL_MS = 30 * 60_000
const USUAL_RATE = 48_000
const REPORT = 'loudness.txt'

/** The filters report to a file. ffmpeg's log repeats the tags of the file, which could forge any value. */
const LOUDNESS_FILTERS = ['ebur128=peak=true:metadata=1:framelog=verbose', `ametadata=mode=print:file=${REPORT}`]

export interface DecodeInput extends InputFile {
  /** Of the header. The sound is converted to it if the decoder returns another. */
  sampleRate: number | null
  channels: number | null
  onSeconds(seconds: number): void
}

/**
 * Decodes a file from end to end once and measures it. Headers are not reliable: they hold estimates, forged values, or
 * the old length of a truncated file.
 */
export const decodeFile = async ({ sampleRate, channels, onSeconds, ...input }: DecodeInput) => {
  const format: PcmFormat = { rate: plausibleRate(sampleRate), channels: channels === 1 ? 1 : 2 }
  const waveform = openWaveform(format)

  await runFfmpeg(
    { ...input, wallMs: WALL_MS },
    (command, pcm) =>
      command
        .output(pcm)
        .outputOptions(['-map', '0:a:0', '-threads', '1', '-t', String(MAX_DECODED_SECONDS)])
        // ebur128 crashes with some sample rates. Timestamps count the decoded samples; those of the file are not reliable.
        .audioFilters([`aresample=${format.rate}`, 'asetpts=N/SR/TB', ...LOUDNESS_FILTERS])
        .audioFrequency(format.rate)
        .audioChannels(format.channels)
        .format('s16le'),
    (chunk) => {
      waveform.write(chunk)
      onSeconds(waveform.seconds())
    },
  )
  return { ...waveform.end(), ...(await readLoudness(input.dir)) }
}

const plausibleRate = (rate: number | null) => (rate !== null && rate >= 8_000 && rate <= 96_000 ? rate : USUAL_RATE)

// EBU R128 counts nothing below this level.
const SILENCE_LUFS = -70
const TAIL_BYTES = 1_024

/** Reads the last report, which covers the whole recording. The file is long for a long recording. */
const readLoudness = async (dir: string) => {
  const path = join(dir, REPORT)
  const file = await stat(path).catch(() => null)
  if (file === null) return { loudness: null, peak: null }
  const tail = await text(await readOutput(path, Math.max(0, file.size - TAIL_BYTES)))
  const values = tail.matchAll(/^lavfi\.r128\.(\w+)=(-?\d+(?:\.\d+)?)$/gm)
  const last = Object.fromEntries(Array.from(values, ([, name, value]) => [name, Number(value)]))
  const peaks = Object.keys(last).filter((name) => name.startsWith('true_peaks_ch'))
  const peak = Math.max(0, ...peaks.map((name) => last[name] ?? 0))
  return {
    /** LUFS; null for silence. */
    loudness: last.I === undefined || last.I <= SILENCE_LUFS ? null : last.I,
    /** The true peak in dB of full scale; null for silence. */
    peak: peak === 0 ? null : 20 * Math.log10(peak),
  }
}
