import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBinaries } from '@griot/service-kit/ffmpeg'

const run = promisify(execFile)

/** Encoder arguments and file ending of each family, by the name a creator would use. */
const RECIPES = {
  mp3: { ending: 'mp3', args: ['-c:a', 'libmp3lame', '-b:a', '128k'] },
  wav: { ending: 'wav', args: ['-c:a', 'pcm_s16le'] },
  ogg: { ending: 'ogg', args: ['-c:a', 'libvorbis'] },
  opus: { ending: 'ogg', args: ['-c:a', 'libopus'] },
  aac: { ending: 'aac', args: ['-c:a', 'aac'] },
  m4a: { ending: 'm4a', args: ['-c:a', 'aac'] },
  flac: { ending: 'flac', args: ['-c:a', 'flac'] },
  alac: { ending: 'm4a', args: ['-c:a', 'alac'] },
  mulaw: { ending: 'wav', args: ['-c:a', 'pcm_mulaw'] },
  aiff: { ending: 'aiff', args: ['-c:a', 'pcm_s16be'] },
  matroska: { ending: 'mkv', args: ['-c:a', 'libmp3lame'] },
} as const
export type Recipe = keyof typeof RECIPES

const withTemporaryFolder = async <Result>(work: (dir: string) => Promise<Result>) => {
  const dir = await mkdtemp(join(tmpdir(), 'griot-test-audio-'))
  try {
    return await work(dir)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

const ffmpeg = (args: string[]) =>
  withTemporaryFolder(async (dir) => {
    const binaries = await findBinaries(process.env, dir)
    await run(binaries.ffmpeg, ['-v', 'error', '-y', ...args], { cwd: dir })
    return readFile(join(dir, args.at(-1) ?? ''))
  })

const SOUND = ['-f', 'lavfi', '-i']
const sine = (seconds: number) => [...SOUND, `sine=frequency=330:sample_rate=44100:duration=${seconds}`]

/** A real recording, made by ffmpeg. */
export const recording = (recipe: Recipe, seconds: number, more: string[] = []) => {
  const { ending, args } = RECIPES[recipe]
  return ffmpeg([...sine(seconds), ...args, ...more, `recording.${ending}`])
}

/** With a cover, as nearly every published episode has one. */
export const recordingWithCover = (
  seconds: number,
  {
    recipe = 'mp3',
    codec = 'png',
    size = '64x64',
  }: { recipe?: 'mp3' | 'm4a' | 'flac'; codec?: string; size?: string } = {},
) =>
  ffmpeg([
    ...sine(seconds),
    ...['-f', 'lavfi', '-i', `color=c=orange:s=${size}:d=1`],
    ...['-map', '0:a', '-map', '1:v', ...RECIPES[recipe].args, '-c:v', codec, '-frames:v', '1'],
    ...['-disposition:v', 'attached_pic', `cover.${RECIPES[recipe].ending}`],
  ])

/** A film with sound, in the container that M4A is. */
export const film = () =>
  ffmpeg([
    ...sine(2),
    ...['-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=5:duration=2'],
    ...['-c:a', 'aac', '-c:v', 'mpeg4', 'film.mp4'],
  ])

export const picture = () => ffmpeg(['-f', 'lavfi', '-i', 'testsrc=size=64x64', '-frames:v', '1', 'picture.png'])

export const manyTracks = (tracks: number) =>
  ffmpeg([
    ...sine(1),
    ...Array.from({ length: tracks }, () => ['-map', '0:a']).flat(),
    ...['-c:a', 'aac', 'tracks.m4a'],
  ])
