import { MAX_SECONDS } from '@griot/contracts/values'
import { LOUDNESS_FILTERS, readLoudness } from './loudness.ts'
import { openPcm, PCM_LEVEL, type PcmFormat } from './pcm.ts'
import { type FfmpegInput, runForSound } from './run-ffmpeg.ts'
import { openTruePeak } from './true-peak.ts'
import { openWaveform, type Waveform } from './waveform.ts'

const WALL_MS = 15 * 60_000
// Outside of these nobody records; whatever claims to be there is brought to the usual rate.
const RATES = { least: 8_000, most: 96_000, usual: 48_000 }

// Else each tenth of a second of sound is written by itself, and we are woken as often. p=0: without silence at the end
// that would fill up the last part.
const IN_LARGE_PARTS = { filter: 'asetnsamples=n=65536:p=0', options: ['-flush_packets', '0'] }

export interface DecodeInput extends Omit<FfmpegInput, 'wallMs'> {
  /** What the header says; the sound is brought to it, whatever comes out of the decoder. */
  sampleRate: number | null
  channels: number | null
  /** Called with the seconds decoded so far. */
  onSeconds(seconds: number): void
}

export interface Decoded extends Waveform {
  /** LUFS; null when there is nothing to hear. */
  loudness: number | null
  /** The true peak in dB of full scale; null for perfect silence. */
  peak: number | null
}

/**
 * Decodes a file from end to end, once, and answers how many seconds there are to hear and what they are like. Headers
 * cannot be asked: they guess, lie, and still tell the old length of a file that was cut off.
 */
export const decodeFile = async ({ sampleRate, channels, onSeconds, ...input }: DecodeInput): Promise<Decoded> => {
  const format = formatFor(sampleRate, channels)
  const waveform = openWaveform(format)
  const truePeak = openTruePeak(format.channels)
  const pcm = openPcm(format, [waveform, truePeak])

  await runForSound(
    { ...input, wallMs: WALL_MS },
    (command, sound) =>
      command
        .output(sound)
        .outputOptions(['-map', '0:a:0', '-threads', '1', '-t', String(MAX_SECONDS + 60)])
        .outputOptions(IN_LARGE_PARTS.options)
        // Time is counted in samples that came out: what the file says about its own clock does not matter.
        .audioFilters(['asetpts=N/SR/TB', ...LOUDNESS_FILTERS, `volume=${PCM_LEVEL}`, IN_LARGE_PARTS.filter])
        .audioFrequency(format.rate)
        .audioChannels(format.channels)
        .format('s16le'),
    (chunk) => {
      pcm.write(chunk)
      onSeconds(waveform.seconds())
    },
  )
  pcm.end()
  return { ...waveform.end(), peak: truePeak.peak(), loudness: await readLoudness(input.dir) }
}

const formatFor = (sampleRate: number | null, channels: number | null): PcmFormat => ({
  rate: sampleRate !== null && sampleRate >= RATES.least && sampleRate <= RATES.most ? sampleRate : RATES.usual,
  channels: channels === 1 ? 1 : 2,
})
