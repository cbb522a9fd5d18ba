import { isRunnable, onPath } from '../files/find-program.ts'

export interface Binaries {
  ffmpeg: string
  ffprobe: string
}

interface Configured {
  FFMPEG_PATH?: string | undefined
  FFPROBE_PATH?: string | undefined
}

// Both packages throw if they have no binary for this machine.
const BUNDLED = {
  ffmpeg: () => import('@ffmpeg-installer/ffmpeg'),
  ffprobe: () => import('@ffprobe-installer/ffprobe'),
}

const findBundled = async (name: keyof Binaries) => {
  const bundled = await BUNDLED[name]().catch(() => undefined)
  return bundled !== undefined && (await isRunnable(bundled.default.path)) ? bundled.default.path : undefined
}

const find = async (name: keyof Binaries, configured: string | undefined) => {
  if (configured !== undefined) {
    if (await isRunnable(configured)) return configured
    throw new Error(`${name} cannot be run at ${configured}.`)
  }
  const found = (await onPath(name)) ?? (await findBundled(name))
  if (found === undefined) {
    throw new Error(`There is no ${name} that this user can run: install ffmpeg, or set ${name.toUpperCase()}_PATH.`)
  }
  return found
}

/** Finds ffmpeg and ffprobe: as configured, else on the PATH, else those of the npm packages. */
export const findBinaries = async (config: Configured): Promise<Binaries> => ({
  ffmpeg: await find('ffmpeg', config.FFMPEG_PATH),
  ffprobe: await find('ffprobe', config.FFPROBE_PATH),
})
