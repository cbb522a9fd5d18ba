/**
 * What ffmpeg and ffprobe may open: the formats we take and nothing else. Playlists (HLS, concat, DASH) are the way in
 * which a "recording" reads other files or the network, and one that refers to itself never ends.
 */
export const INPUT_OPTIONS = [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  'mp3,wav,ogg,aac,mov,flac',
  '-codec_whitelist',
  [
    ['mp3', 'mp3float', 'aac', 'aac_latm', 'flac', 'alac', 'vorbis', 'libvorbis', 'opus', 'libopus'],
    ['pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_u8', 'pcm_f32le', 'pcm_f64le', 'pcm_mulaw', 'pcm_alaw'],
    // Covers: without these two, every recording that has one is refused.
    ['png', 'mjpeg'],
  ]
    .flat()
    .join(','),
] as const

/** A file is always named by a protocol and a path, so that no name can be read as an option or as another protocol. */
export const inputOf = (name: string) => `file:./${name}`
