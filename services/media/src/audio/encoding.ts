const BITRATE = '128k'
const RATES = [44_100, 48_000]

export const MP3_OPTIONS = ['-c:a', 'libmp3lame', '-b:a', BITRATE]
export const AAC_OPTIONS = ['-c:a', 'aac', '-b:a', BITRATE]

/** Of the header of a recording. */
interface Sound {
  sampleRate: number | null
  channels: number | null
}

/** The rate of a recording if encoders and players support it. */
export const outputRate = ({ sampleRate }: Pick<Sound, 'sampleRate'>) =>
  RATES.find((known) => known === sampleRate) ?? 44_100

/** The sound of a recording as encoders get it. The fixed rate and layout prevent changes in the middle of the file. */
export const soundFilter = ({ sampleRate, channels }: Sound) => {
  const layout = channels === 1 ? 'mono' : 'stereo'
  return `aresample=${outputRate({ sampleRate })},asetpts=N/SR/TB,aformat=channel_layouts=${layout}`
}

const CLOCK_RATE = 8_000
const SAMPLE_BYTES = 2

/** The filter of a further output in `s16le`, which only shows the progress. */
export const CLOCK = `aresample=${CLOCK_RATE},aformat=channel_layouts=mono[clock]`

export const clockSeconds = (bytes: number) => bytes / (CLOCK_RATE * SAMPLE_BYTES)
