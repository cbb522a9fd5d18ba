import { execFile } from 'node:child_process'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { findBinaries } from '@griot/service-kit/audio/ffmpeg'

const run = promisify(execFile)

const ENCODING: Record<string, readonly string[]> = {
  '.mp3': ['-c:a', 'libmp3lame', '-b:a', '128k'],
  '.wav': ['-c:a', 'pcm_s16le'],
  '.ogg': ['-c:a', 'libvorbis'],
  '.opus': ['-c:a', 'libopus'],
  '.aac': ['-c:a', 'aac', '-f', 'adts'],
  '.m4a': ['-c:a', 'aac'],
  '.flac': ['-c:a', 'flac'],
}

/** Creates an audio file with ffmpeg, in the format of its extension. Returns its path. */
export const record = async (folder: string, seconds: number, name: string, options: readonly string[] = []) => {
  const { ffmpeg } = await findBinaries(process.env)
  const file = join(folder, name)
  const encoding = ENCODING[extname(name)]
  if (!encoding) throw new Error(`${name} has an unknown audio format`)
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=220:sample_rate=44100:duration=${seconds}`]
  await run(ffmpeg, ['-v', 'error', '-y', ...sound, ...options, ...encoding, file])
  return file
}

export const recordMp3 = (folder: string, seconds: number, name = 'recording.mp3') => record(folder, seconds, name)
