const TYPES: Record<string, string> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  aac: 'audio/aac',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
}

/** The media type of a measured format. Never what the uploader said: that could name a page that runs scripts. */
export const contentTypeOf = (format: string | null) => TYPES[format ?? ''] ?? 'application/octet-stream'
