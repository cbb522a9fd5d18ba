import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findBinaries } from './ffmpeg.ts'
import { wavOf } from './wav.ts'

const FACTS = ['-show_entries', 'stream=codec_name,sample_rate,channels,duration', '-of', 'csv=p=0']

it.each([
  ['a byte a sample', wavOf(Buffer.alloc(16_000, 128), 8000), 'pcm_u8,8000,1,2.000000'],
  [
    'two channels of two bytes',
    wavOf(Buffer.alloc(176_400), 44_100, { channels: 2, bytesASample: 2 }),
    'pcm_s16le,44100,2,1.000000',
  ],
])('ffprobe reads a WAV file of %s', async (_, wav, facts) => {
  const folder = await mkdtemp(join(tmpdir(), 'griot-wav-'))
  try {
    const file = join(folder, 'recording.wav')
    await writeFile(file, wav)
    const { ffprobe } = await findBinaries({})
    expect(execFileSync(ffprobe, ['-v', 'error', ...FACTS, file], { encoding: 'utf8' }).trim()).toBe(facts)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
