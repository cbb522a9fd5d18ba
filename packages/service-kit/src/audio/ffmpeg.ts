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

const INSTALL = 'install the package ffmpeg of your system, which receives security updates'

/** The versions of both programs, and a sentence if they should be replaced. */
export const examineBinaries = async ({ ffmpeg, ffprobe, source }: Binaries) => {
  const versions = { ffmpeg: await versionOf(ffmpeg), ffprobe: await versionOf(ffprobe) }
  const both = `ffmpeg ${versions.ffmpeg} and ffprobe ${versions.ffprobe}`
  if (source === 'npm') return { versions, problem: `${both} come from npm and are old builds: ${INSTALL}` }
  if (versions.ffmpeg === versions.ffprobe) return { versions, problem: null }
  return { versions, problem: `${both} are different versions and may read a file differently: ${INSTALL}` }
}

const versionOf = async (binary: string) => {
  const { stdout } = await promisify(execFile)(binary, ['-version'], { timeout: 10_000 })
  return /^\S+ version (\S+)/.exec(stdout)?.[1] ?? 'of unknown version'
}
