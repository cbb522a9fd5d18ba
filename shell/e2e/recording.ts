import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBinaries } from '@griot/service-kit/ffmpeg'

const run = promisify(execFile)

/** A real MP3 of this length, made by ffmpeg; answers where it is. */
export const recordMp3 = async (folder: string, seconds: number, name = 'recording.mp3') => {
  const { ffmpeg } = await findBinaries(process.env, folder)
  const file = join(folder, name)
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=220:sample_rate=44100:duration=${seconds}`]
  await run(ffmpeg, ['-v', 'error', '-y', ...sound, '-c:a', 'libmp3lame', '-b:a', '128k', file])
  return file
}
