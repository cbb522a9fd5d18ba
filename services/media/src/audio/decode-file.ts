import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { readOutput } from './job-files.ts'
import { type InputFile, runFfmpeg } from './run-ffmpeg.ts'
import { openWaveform, type PcmFormat } from './waveform.ts'

const WALL_MS = 30 * 60_000
const USUAL_RATE = 48_000
const REPORT = 'loudness.txt'

/** The filters report to a file. ffmpeg's log repeats the tags of the file, which could forge any value. */
const MEASURE_LOUDNESS = `ebur128=peak=true:metadata=1:framelog=verbose,ametadata=mode=print:file=${REPORT}`
// Ten of every 97 seconds: few programs repeat with this period.
const SAMPLES = "aselect='between(mod(t,97),40,50)',asetpts=N/SR/TB"

export interface DecodeInput extends InputFile {
  /** Of the header. The sound is converted to it if the decoder returns another. */
  sampleRate: number | null
  channels: number | null
  /** The decoding stops here. */
  mostSeconds: number
  /** Measures loudness and true peak on a tenth of the recording only. */
  isSampled: boolean
  wallMs?: number
  onSeconds(seconds: number): void
}

/**
 * Decodes a file from end to end once and measures it. Headers are not reliable: they hold estimates, forged values, or
 * the old length of a truncated file.
 */
export const decodeFile = async ({ sampleRate, channels, mostSeconds, isSampled, ...rest }: DecodeInput) => {
  const { wallMs = WALL_MS, onSeconds, ...input } = rest
  const format: PcmFormat = { rate: plausibleRate(sampleRate), channels: channels === 1 ? 1 : 2 }
  const waveform = openWaveform(format)
  // ebur128 crashes with some sample rates. Timestamps count the decoded samples; those of the file are not reliable.
  const decoded = `[0:a:0]aresample=${format.rate},asetpts=N/SR/TB`
  const graph = isSampled
    ? [`${decoded},asplit[pcm][all]`, `[all]${SAMPLES},${MEASURE_LOUDNESS},anullsink`]
    : [`${decoded},${MEASURE_LOUDNESS}[pcm]`]

  await runFfmpeg(
    { ...input, wallMs },
    (command, pcm) =>
      command
        .complexFilter(graph)
        .output(pcm)
        .outputOptions(['-map', '[pcm]', '-threads', '1', '-t', String(mostSeconds)])
        .audioFrequency(format.rate)
        .audioChannels(format.channels)
        .format('s16le'),
    (chunk) => {
      waveform.write(chunk)
      onSeconds(waveform.seconds())
    },
  )
  const { samplePeak, ...measured } = waveform.end()
  const { loudness, peak } = await readLoudness(input.dir)
  // Between the samples, the loudest decoded value is the best known peak.
  return {
    ...measured,
    loudness,
    peak: isSampled && samplePeak !== null ? Math.max(samplePeak, peak ?? samplePeak) : peak,
  }
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
