import ffmpeg, { type FfmpegCommand } from 'fluent-ffmpeg'
import { INPUT_OPTIONS, inputOf } from './hardening.ts'
import { withProgramSlot } from './program-slots.ts'
import { notAudio, tookTooLong } from './rejected.ts'
import { isSandboxTrouble, type Sandbox } from './sandbox.ts'
import { readSoundPipe } from './sound-pipe.ts'

// A file may take long as long as it gets on: this much silence means that it does not.
const STALLED_MS = 20_000
const KEPT_LINES = 40
const TOLD_LINES = 8

let pipes: readonly string[] = []

/** Which ffmpeg is run; once a process, because fluent-ffmpeg keeps one path and what it can do. */
export const useFfmpeg = (sandbox: Pick<Sandbox, 'ffmpeg' | 'pipes'>) => {
  ffmpeg.setFfmpegPath(sandbox.ffmpeg)
  pipes = sandbox.pipes
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
 * what to make of it. Throws `Rejected` where the file is at fault; anything else that is thrown is trouble of ours and
 * may pass.
 */
export const runFfmpeg = (input: FfmpegInput, shape: (command: FfmpegCommand) => FfmpegCommand) =>
  withProgramSlot(() => run(input, shape))

/** The same for what makes sound: what is sent to the output named `sound` is lent to `onBytes`, and shows that it gets on. */
export const runForSound = (
  input: FfmpegInput,
  shape: (command: FfmpegCommand, sound: string) => FfmpegCommand,
  onBytes: (chunk: Uint8Array) => void,
) =>
  withProgramSlot(async (slot) => {
    const path = pipes[slot]
    if (path === undefined) throw new Error('useFfmpeg comes first')
    let getsOn = () => {}
    const pipe = readSoundPipe(path, (chunk) => {
      getsOn()
      onBytes(chunk)
    })
    try {
      await run(
        input,
        (command) => shape(command, path),
        (refresh) => {
          getsOn = refresh
        },
      )
      await pipe.drained()
    } finally {
      pipe.close()
    }
  })

const run = (
  { dir, name, signal, wallMs, say }: FfmpegInput,
  shape: (command: FfmpegCommand) => FfmpegCommand,
  onWatch: (refresh: () => void) => void = () => {},
) =>
  new Promise<void>((resolve, reject) => {
    signal.throwIfAborted()
    let killedBy: 'stalled' | 'time' | 'abort' | null = null
    const began = Date.now()

    // Listening to fluent's own 'progress' would have it run its own ffprobe, without any of our limits.
    const command = shape(
      ffmpeg({ cwd: dir, stdoutLines: KEPT_LINES })
        .input(inputOf(name))
        .inputOptions(['-nostdin', '-nostats', '-v', 'error', '-threads', '1', ...INPUT_OPTIONS]),
    )

    const kill = (why: NonNullable<typeof killedBy>) => {
      killedBy ??= why
      command.kill('SIGKILL')
    }
    const stalled = setTimeout(() => kill('stalled'), STALLED_MS)
    onWatch(() => stalled.refresh())
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
