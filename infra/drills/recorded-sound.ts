import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBinaries } from '@griot/service-kit/ffmpeg'

/** A real MP3 of so many seconds. */
export const recordedSound = async (seconds: number) => {
  const dir = await mkdtemp(join(tmpdir(), 'griot-drill-sound-'))
  try {
    const { ffmpeg } = await findBinaries(process.env, dir)
    const path = join(dir, 'sound.mp3')
    await promisify(execFile)(ffmpeg, [
      ...['-v', 'error', '-f', 'lavfi', '-i', `sine=frequency=330:sample_rate=44100:duration=${seconds}`],
      ...['-c:a', 'libmp3lame', '-b:a', '64k', path],
    ])
    return await readFile(path)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
