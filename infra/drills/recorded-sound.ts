import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBinaries } from '@griot/service-kit/ffmpeg'

// Comes and goes as speech does.
const SOUND = 'anoisesrc=color=pink:amplitude=0.4:sample_rate=44100:seed=1'
const RHYTHM = 'tremolo=f=4:d=0.8,tremolo=f=0.3:d=0.7'

/** A real MP3 of so many seconds. */
export const recordedSound = async (seconds: number) => {
  const dir = await mkdtemp(join(tmpdir(), 'griot-drill-sound-'))
  try {
    const { ffmpeg } = await findBinaries(process.env, dir)
    const path = join(dir, 'sound.mp3')
    await promisify(execFile)(ffmpeg, [
      ...['-v', 'error', '-f', 'lavfi', '-i', `${SOUND}:duration=${seconds}`, '-af', RHYTHM],
      ...['-c:a', 'libmp3lame', '-b:a', '64k', path],
    ])
    return await readFile(path)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
