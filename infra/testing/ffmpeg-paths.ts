import { findBinaries } from '@griot/service-kit/audio/ffmpeg'

/** The ffmpeg of this machine as a configuration. A worker in production refuses that of npm otherwise. */
export const ffmpegPaths = async () => {
  const { ffmpeg, ffprobe } = await findBinaries(process.env)
  return { FFMPEG_PATH: ffmpeg, FFPROBE_PATH: ffprobe }
}
