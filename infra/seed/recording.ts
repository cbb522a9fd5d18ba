import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Piece, playKora, SAMPLE_RATE, toPcm } from './kora.ts'

/** Plays a piece into an MP3 file. */
export const record = async (piece: Piece, title: string, ffmpeg: string, file: string) => {
  const input = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '2', '-i', 'pipe:0']
  const output = ['-metadata', `title=${title}`, '-codec:a', 'libmp3lame', '-b:a', '128k', file]
  const encoder = spawn(ffmpeg, ['-v', 'error', '-y', ...input, ...output], { stdio: ['pipe', 'ignore', 'inherit'] })
  const ended = once(encoder, 'exit')
  encoder.stdin.on('error', () => {})
  encoder.stdin.end(toPcm(playKora(piece)))
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}
