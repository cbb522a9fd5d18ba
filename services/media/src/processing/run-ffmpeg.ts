import { Writable } from 'node:stream'
import ffmpeg, { type FfmpegCommand } from 'fluent-ffmpeg'
import { freeBuffer } from './free-buffer.ts'
import { INPUT_OPTIONS, inputOf } from './hardening.ts'
import { withProgramSlot } from './program-slots.ts'
import { notAudio, tookTooLong } from './rejected.ts'
import { isSandboxTrouble } from './sandbox.ts'

// A file may take long as long as it gets on: this much silence means that it does not.
const STALLED_MS = 20_000
const KEPT_LINES = 40
const TOLD_LINES = 8

/** Which ffmpeg is run; once a process, because fluent-ffmpeg keeps one path and what it can do. */
export const useFfmpeg = (path: string) => {
  ffmpeg.setFfmpegPath(path)
}

export interface FfmpegInput {
  /** A private folder; whatever is written goes here. */
  dir: string
  /** The file in it that is read. */
  name: string
  signal: AbortSignal
  wallMs: number
  say(line: string): void
}

/**
 * Runs ffmpeg on a file that nobody knows yet, with as little power as the machine lets us take from it. `shape` says
 * what to make of it; what is sent to its last output, a stream, is lent to `onBytes` and shows that it gets on. Throws
 * `Rejected` where the file is at fault; anything else that is thrown is trouble of ours and may pass.
 */
export const runFfmpeg = (input: FfmpegInput, shape: Shape, onBytes: (chunk: Buffer) => void = () => {}) =>
  withProgramSlot(() => run(input, shape, onBytes))

type Shape = (command: FfmpegCommand, stream: Writable) => FfmpegCommand

const run = ({ dir, name, signal, wallMs, say }: FfmpegInput, shape: Shape, onBytes: (chunk: Buffer) => void) =>
  new Promise<void>((resolve, reject) => {
    signal.throwIfAborted()
    // Reads at once what it is given, so nothing is left in it when ffmpeg has ended.
    const stream = new Writable({
      write(chunk: Buffer, _, done) {
        stalled.refresh()
        onBytes(chunk)
        freeBuffer(chunk)
        done()
      },
    })
    let killedBy: 'stalled' | 'time' | 'abort' | null = null
    const began = Date.now()

    // Listening to fluent's own 'progress' would have it run its own ffprobe, without any of our limits.
    const command = shape(
      ffmpeg({ cwd: dir, stdoutLines: KEPT_LINES })
        .input(inputOf(name))
        .inputOptions(['-nostdin', '-nostats', '-v', 'error', '-threads', '1', ...INPUT_OPTIONS]),
      stream,
    )

    const kill = (why: NonNullable<typeof killedBy>) => {
      killedBy ??= why
      command.kill('SIGKILL')
    }
    const stalled = setTimeout(() => kill('stalled'), STALLED_MS)
    const wall = setTimeout(() => kill('time'), wallMs)
    const abort = () => kill('abort')
    signal.addEventListener('abort', abort)
    const settle = (stderr: string | null, how: string) => {
      clearTimeout(stalled)
      clearTimeout(wall)
      signal.removeEventListener('abort', abort)
      for (const line of (stderr ?? '').split('\n').filter(Boolean).slice(-TOLD_LINES)) say(line)
      say(`ffmpeg ${how} after ${((Date.now() - began) / 1000).toFixed(1)} s`)
    }

    command
      .on('start', (line: string) => {
        say(line.replace(/^\S+/, 'ffmpeg'))
        // Asked to stop before there was anything to stop.
        if (killedBy !== null) command.kill('SIGKILL')
      })
      .on('error', (error: Error, _: string | null, stderr: string | null) => {
        settle(stderr, killedBy === null ? 'failed' : `was killed (${killedBy})`)
        reject(meaningOf(error, killedBy, stderr ?? '', wallMs))
      })
      .on('end', (_: string | null, stderr: string | null) => {
        settle(stderr, 'ended')
        resolve()
      })
      .run()
  })

// 255: ffmpeg was asked to end from outside, which says nothing about the file.
const STOPPED_FROM_OUTSIDE = 'ffmpeg exited with code 255'
// A full disk says nothing about the file either.
const DISK_IS_FULL = /No space left on device|Disk quota exceeded/

const meaningOf = (error: Error, killedBy: string | null, stderr: string, wallMs: number) => {
  if (killedBy === 'stalled') return tookTooLong(`ffmpeg stood still for ${STALLED_MS} ms`)
  if (killedBy === 'time') return tookTooLong(`ffmpeg ran for ${wallMs} ms`)
  if (killedBy === 'abort' || isSandboxTrouble(stderr) || DISK_IS_FULL.test(stderr)) return error
  if (error.message.startsWith('ffmpeg exited with code') && !error.message.startsWith(STOPPED_FROM_OUTSIDE)) {
    return notAudio(error.message)
  }
  return error
}
