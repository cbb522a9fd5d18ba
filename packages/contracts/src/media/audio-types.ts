const MEGABYTE = 1024 * 1024

/** Exactly this many bytes are accepted; one more is refused. */
export const MAX_UPLOAD_BYTES = 100 * MEGABYTE

/** An operator may accept WAV and FLAC files up to this size. */
export const MAX_LOSSLESS_BYTES = 500 * MEGABYTE

/** The audio formats and the media types that browsers and recorders send for them. The result of ffprobe has precedence. */
export const AUDIO_TYPES = {
  MP3: ['audio/mpeg', 'audio/mp3', 'audio/mpeg3', 'audio/x-mpeg', 'audio/x-mp3'],
  WAV: ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave', 'audio/x-pn-wav'],
  OGG: ['audio/ogg', 'application/ogg', 'audio/opus', 'audio/x-ogg', 'audio/vorbis'],
  AAC: ['audio/aac', 'audio/x-aac', 'audio/aacp', 'audio/x-hx-aac-adts'],
  M4A: ['audio/m4a', 'audio/x-m4a', 'audio/mp4', 'audio/mp4a-latm'],
  FLAC: ['audio/flac', 'audio/x-flac'],
} as const
type AudioFamily = keyof typeof AUDIO_TYPES
export const AUDIO_FAMILIES = Object.keys(AUDIO_TYPES) as AudioFamily[]

export const tooLargeText = (mostBytes: number) =>
  `Please select a file smaller than ${Math.floor(mostBytes / MEGABYTE)}MB.`

/** The reason why a file is refused, by the page before an upload and by the service. */
export const REFUSED_FILE = {
  type: `Please select an audio file (${AUDIO_FAMILIES.join(', ')}).`,
  size: tooLargeText(MAX_UPLOAD_BYTES),
} as const

/** The format of a declared media type, ignoring parameters and case; null if it is not accepted. */
export const audioFamily = (mimeType: string): AudioFamily | null => {
  const bare = mimeType.split(';')[0]?.trim().toLowerCase() ?? ''
  for (const family of AUDIO_FAMILIES) {
    if ((AUDIO_TYPES[family] as readonly string[]).includes(bare)) return family
  }
  return null
}

/** The largest accepted file of a media type, in bytes. `losslessBytes` is the limit of the operator for WAV and FLAC. */
export const mostBytesOf = (mimeType: string, losslessBytes: number) =>
  ['WAV', 'FLAC'].includes(audioFamily(mimeType) ?? '') ? losslessBytes : MAX_UPLOAD_BYTES

const CODEC_NAMES: Readonly<Record<string, string>> = { vorbis: 'Vorbis', opus: 'Opus', alac: 'Apple Lossless' }

export const codecName = (codec: string) =>
  codec.startsWith('pcm_') ? 'PCM' : (CODEC_NAMES[codec] ?? codec.toUpperCase())
