import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBinaries } from '@griot/service-kit/audio/ffmpeg'

// Pink noise with the rhythm of speech.
const NOISE = 'anoisesrc=color=pink:amplitude=0.4:sample_rate=44100:seed=1'
const RHYTHM = 'tremolo=f=4:d=0.8,tremolo=f=0.3:d=0.7'

/** Returns an MP3 file of the given length. */
export const recordAudio = async (seconds: number): Promise<Buffer> => {
  const dir = await mkdtemp(join(tmpdir(), 'griot-test-audio-'))
  try {
    const { ffmpeg } = await findBinaries(process.env)
    const path = join(dir, 'audio.mp3')
    await promisify(execFile)(ffmpeg, [
      ...['-v', 'error', '-f', 'lavfi', '-i', `${NOISE}:duration=${seconds}`, '-af', RHYTHM],
      ...['-c:a', 'libmp3lame', '-b:a', '64k', path],
    ])
    return await readFile(path)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
