import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type FfmpegInput, runFfmpeg } from './run-ffmpeg.ts'

const MOST_PIXELS = 1_400
const WALL_MS = 20_000
const ARTWORK = 'artwork.jpg'

/**
 * Draws the picture in a file's tags anew, as a JPEG of a size that one can use. Answers its path, or null when it
 * cannot be drawn, which is no fault of the sound.
 */
export const drawArtwork = async (input: Omit<FfmpegInput, 'wallMs'>, stream: number) => {
  const path = join(input.dir, ARTWORK)
  try {
    await runFfmpeg({ ...input, wallMs: WALL_MS }, (command) =>
      command
        .output(path)
        .outputOptions(['-map', `0:${stream}`, '-frames:v', '1', '-map_metadata', '-1', '-c:v', 'mjpeg', '-q:v', '3'])
        .outputOptions(['-pix_fmt', 'yuvj420p', '-threads', '1'])
        .videoFilters(
          `scale=w='min(${MOST_PIXELS},iw)':h='min(${MOST_PIXELS},ih)':force_original_aspect_ratio=decrease`,
        )
        .format('mjpeg'),
    )
    return (await stat(path)).size > 0 ? path : null
  } catch (error) {
    input.signal.throwIfAborted()
    input.say(`no artwork: ${String(error)}`)
    return null
  }
}
