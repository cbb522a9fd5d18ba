import { chmod, copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRunnable, onPath } from './on-path.ts'

export interface Binaries {
  ffmpeg: string
  ffprobe: string
}

interface Wanted {
  FFMPEG_PATH?: string | undefined
  FFPROBE_PATH?: string | undefined
}

// Both packages throw when there is no binary for this machine.
const SHIPPED = {
  ffmpeg: () => import('@ffmpeg-installer/ffmpeg'),
  ffprobe: () => import('@ffprobe-installer/ffprobe'),
}

const shipped = async (name: keyof Binaries, privateDir: string) => {
  const found = await SHIPPED[name]().catch(() => undefined)
  return found === undefined ? undefined : makeRunnable(found.default.path, join(privateDir, name))
}

/** One of the packages lets only its owner run the binary: whoever that is not runs a copy. */
const makeRunnable = async (path: string, copy: string) => {
  if (await isRunnable(path)) return path
  const changed = await chmod(path, 0o755).then(
    () => true,
    () => false,
  )
  if (changed) return path
  await copyFile(path, copy)
  await chmod(copy, 0o700)
  return copy
}

const find = async (name: keyof Binaries, wanted: string | undefined, privateDir: string) => {
  if (wanted !== undefined) {
    if (await isRunnable(wanted)) return wanted
    throw new Error(`${name} cannot be run at ${wanted}.`)
  }
  const found = (await onPath(name)) ?? (await shipped(name, privateDir))
  if (found === undefined) {
    throw new Error(`There is no ${name} for this machine: install ffmpeg, or set ${name.toUpperCase()}_PATH.`)
  }
  return found
}

/** The configured ffmpeg and ffprobe, else those on the path, else the ones that npm has brought. */
export const findBinaries = async (config: Wanted, privateDir: string): Promise<Binaries> => ({
  ffmpeg: await find('ffmpeg', config.FFMPEG_PATH, privateDir),
  ffprobe: await find('ffprobe', config.FFPROBE_PATH, privateDir),
})
