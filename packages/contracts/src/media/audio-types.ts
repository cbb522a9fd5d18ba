/** Exactly this many bytes are accepted; one more is refused. */
export const MAX_UPLOAD_BYTES = 100 * 1024 * 1024

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

/** The reason why a file is refused, by the page before an upload and by the service. */
export const REFUSED_FILE = {
  type: `Please select an audio file (${AUDIO_FAMILIES.join(', ')}).`,
  size: 'Please select a file smaller than 100MB.',
} as const

/** The format of a declared media type, ignoring parameters and case; null if it is not accepted. */
export const audioFamily = (mimeType: string): AudioFamily | null => {
  const bare = mimeType.split(';')[0]?.trim().toLowerCase() ?? ''
  for (const family of AUDIO_FAMILIES) {
    if ((AUDIO_TYPES[family] as readonly string[]).includes(bare)) return family
  }
  return null
}

const CODEC_NAMES: Readonly<Record<string, string>> = { vorbis: 'Vorbis', opus: 'Opus', alac: 'Apple Lossless' }

export const codecName = (codec: string) =>
  codec.startsWith('pcm_') ? 'PCM' : (CODEC_NAMES[codec] ?? codec.toUpperCase())
