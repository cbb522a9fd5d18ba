import { execFile } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { isRunnable } from '../files/find-program.ts'

export interface Binaries {
  ffmpeg: string
  ffprobe: string
  source: 'configuration' | 'PATH' | 'npm'
}

interface Configured {
  FFMPEG_PATH?: string | undefined
  FFPROBE_PATH?: string | undefined
}

/** Finds ffmpeg and ffprobe in one place: as configured, else in a folder of the PATH, else in the npm packages. */
export const findBinaries = async ({ FFMPEG_PATH: ffmpeg, FFPROBE_PATH: ffprobe }: Configured): Promise<Binaries> => {
  if (ffmpeg !== undefined || ffprobe !== undefined) {
    const folder = dirname(ffmpeg ?? ffprobe ?? '')
    const pair = { ffmpeg: ffmpeg ?? join(folder, 'ffmpeg'), ffprobe: ffprobe ?? join(folder, 'ffprobe') }
    for (const [name, path] of Object.entries(pair)) {
      if (!(await isRunnable(path))) {
        throw new Error(
          `${name} cannot be run at ${path}. Set FFMPEG_PATH and FFPROBE_PATH to programs of one version.`,
        )
      }
    }
    return { ...pair, source: 'configuration' }
  }
  const found = (await findOnPath()) ?? (await findBundled())
  if (found !== undefined) return found
  throw new Error(
    'There are no ffmpeg and ffprobe that this user can run: install ffmpeg, or set FFMPEG_PATH and FFPROBE_PATH.',
  )
}

const findOnPath = async (): Promise<Binaries | undefined> => {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const [ffmpeg, ffprobe] = [join(folder, 'ffmpeg'), join(folder, 'ffprobe')]
    const areRunnable = folder !== '' && (await isRunnable(ffmpeg)) && (await isRunnable(ffprobe))
    if (areRunnable) return { ffmpeg, ffprobe, source: 'PATH' }
  }
  return undefined
}

const findBundled = async (): Promise<Binaries | undefined> => {
  try {
    // Both packages throw if they have no binary for this machine.
    const [ffmpeg, ffprobe] = [await import('@ffmpeg-installer/ffmpeg'), await import('@ffprobe-installer/ffprobe')]
    const pair = { ffmpeg: ffmpeg.default.path, ffprobe: ffprobe.default.path }
    const areRunnable = (await isRunnable(pair.ffmpeg)) && (await isRunnable(pair.ffprobe))
    return areRunnable ? { ...pair, source: 'npm' } : undefined
  } catch {
    return undefined
  }
}

const INSTALL = 'install the package ffmpeg of your system (apt-get install ffmpeg), which receives security updates'

/**
 * The versions of both programs, and a sentence if they should be replaced. `isRefused` if they must not read uploads: in
 * production only programs of the system, or configured ones.
 */
export const examineBinaries = async (
  { ffmpeg, ffprobe, source }: Binaries,
  { NODE_ENV }: { NODE_ENV?: string | undefined } = {},
) => {
  const versions = { ffmpeg: await versionOf(ffmpeg), ffprobe: await versionOf(ffprobe) }
  const problem = problemOf(versions, source)
  if (problem === null || NODE_ENV !== 'production' || source === 'configuration') {
    return { versions, problem, isRefused: false }
  }
  const refusal = `${problem}. With NODE_ENV=production they are refused unless FFMPEG_PATH names them`
  return { versions, problem: refusal, isRefused: true }
}

const problemOf = ({ ffmpeg, ffprobe }: Record<'ffmpeg' | 'ffprobe', string>, source: Binaries['source']) => {
  const both = `ffmpeg ${ffmpeg} and ffprobe ${ffprobe}`
  if (source === 'npm') return `${both} come from npm and are old builds: ${INSTALL}`
  return ffmpeg === ffprobe ? null : `${both} are different versions and may read a file differently: ${INSTALL}`
}

const versionOf = async (binary: string) => {
  const { stdout } = await promisify(execFile)(binary, ['-version'], { timeout: 10_000 })
  return /^\S+ version (\S+)/.exec(stdout)?.[1] ?? 'of unknown version'
}
