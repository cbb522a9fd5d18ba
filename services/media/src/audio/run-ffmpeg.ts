import type { ChildProcess } from 'node:child_process'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { isSandboxError, type Sandbox } from '@griot/service-kit/audio/sandbox'
import ffmpeg, { type FfmpegCommand } from 'fluent-ffmpeg'
import { exceededCpuTime, isCrash, notAudio, TimedOut } from '../jobs/processing-failure.ts'
import { inSlot, NICENESS, type ProgramSlot } from './program-slots.ts'

const CODECS = [
  ...['mp3', 'mp3float', 'aac', 'aac_latm', 'flac', 'alac', 'vorbis', 'libvorbis', 'opus', 'libopus'],
  ...['pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_u8', 'pcm_f32le', 'pcm_f64le', 'pcm_mulaw', 'pcm_alaw'],
  // Artwork: without these two, every recording with a cover is refused.
  ...['png', 'mjpeg'],
].join(',')

/**
 * The formats and codecs that ffmpeg and ffprobe may open. Playlists (HLS, concat, DASH) could read other files or the
 * network, and a playlist that refers to itself never ends.
 */
const INPUT_OPTIONS = [
  ...['-protocol_whitelist', 'file'],
  ...['-format_whitelist', 'mp3,wav,ogg,aac,mov,flac'],
  ...['-codec_whitelist', CODECS],
]

/** ffprobe opens the decoder of every stream. It may open those of other artwork; it decodes no picture with them. */
export const PROBE_OPTIONS = [...INPUT_OPTIONS, '-codec_whitelist:v', 'png,mjpeg,bmp,gif,tiff,webp,jpeg2000']

/** The explicit protocol and path prevent ffmpeg from reading a name as an option or another protocol. */
export const inputOf = (name: string) => `file:./${name}`

// A long file may take long, but this much time without output means that ffmpeg makes no progress.
const STALLED_MS = 20_000
const KEPT_LINES = 40
const LOGGED_LINES = 8

/** Selects the ffmpeg of this process, because fluent-ffmpeg keeps one path for all commands. */
export const useFfmpeg = (sandbox: Pick<Sandbox, 'ffmpeg'>) => ffmpeg.setFfmpegPath(sandbox.ffmpeg)

/** An untrusted file. */
export interface InputFile extends ProgramSlot {
  /** A private folder that contains only the file, and receives the output. */
  dir: string
  name: string
  signal: AbortSignal
  log(line: string): void
}

interface FfmpegInput extends InputFile {
  wallMs: number
}

type KillReason = 'stalled' | 'time' | 'abort'

/**
 * Runs ffmpeg on an untrusted file. `configure` adds the outputs. The bytes of the output `pcm`, if there is one, go to
 * `onPcm`; they also show that ffmpeg makes progress. Throws `ProcessingFailure` if the file is the cause. Any other error
 * is ours, and a retry may succeed.
 */
export const runFfmpeg = (
  { dir, name, signal, wallMs, log, jobClass, addCpuSeconds }: FfmpegInput,
  configure: (command: FfmpegCommand, pcm: Writable) => FfmpegCommand,
  onPcm?: (chunk: Buffer) => void,
) =>
  inSlot({ jobClass, addCpuSeconds }, async (started) => {
    signal.throwIfAborted()
    const killing = new AbortController()
    const kill = (reason: KillReason) => killing.abort(reason)
    const stalled = setTimeout(kill, STALLED_MS, 'stalled')
    const wall = setTimeout(kill, wallMs, 'time')
    const abort = () => kill('abort')
    signal.addEventListener('abort', abort)

    const pcm = new Writable({
      // fluent-ffmpeg kills ffmpeg 20 ms after this stream closes, before it has finished the other outputs.
      emitClose: false,
      write(chunk: Buffer, _encoding, done) {
        stalled.refresh()
        onPcm?.(chunk)
        done()
      },
    })
    const read = onPcm && finished(pcm)
    read?.catch(() => {})
    const command = ffmpeg({ cwd: dir, stdoutLines: KEPT_LINES, niceness: NICENESS[jobClass] })
      .input(inputOf(name))
      .inputOptions(['-nostdin', '-nostats', '-v', 'error', '-threads', '1', ...INPUT_OPTIONS])
    try {
      await run({ log, wallMs, started }, configure(command, pcm), killing.signal)
      // ffmpeg may exit before its last bytes have been read.
      await read
    } finally {
      clearTimeout(stalled)
      clearTimeout(wall)
      signal.removeEventListener('abort', abort)
    }
  })

interface RunOptions extends Pick<FfmpegInput, 'log' | 'wallMs'> {
  started(pid: number | undefined): void
}

/** fluent-ffmpeg's own field: no event of it carries the process. */
type Running = FfmpegCommand & { ffmpegProc?: ChildProcess }

const run = ({ log, wallMs, started }: RunOptions, command: Running, killed: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const startedAt = Date.now()
    const kill = () => command.kill('SIGKILL')
    killed.addEventListener('abort', kill)

    const logEnd = (stderr: string, how: string) => {
      for (const line of stderr.split('\n').filter(Boolean).slice(-LOGGED_LINES)) log(line)
      log(`ffmpeg ${how} after ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
    }

    // There is no listener for 'progress': fluent-ffmpeg would run its own ffprobe for it, outside the sandbox.
    command
      .on('start', (line: string) => {
        started(command.ffmpegProc?.pid)
        log(line.replace(/^\S+/, 'ffmpeg'))
        // The kill may have come before there was a process.
        if (killed.aborted) kill()
      })
      .on('error', (error: Error, _: string | null, stderr: string | null) => {
        logEnd(stderr ?? '', killed.aborted ? `was killed (${killed.reason})` : 'failed')
        reject(meaningOf(error, killed.reason, stderr ?? '', wallMs))
      })
      .on('end', (_: string | null, stderr: string | null) => {
        logEnd(stderr ?? '', 'ended')
        resolve()
      })
      .run()
  })

// ffmpeg exits with 255 when a signal from outside stops it.
const STOPPED_FROM_OUTSIDE = 'ffmpeg exited with code 255'
const DISK_IS_FULL = /No space left on device|Disk quota exceeded/

const meaningOf = (error: Error, killedBy: KillReason | undefined, stderr: string, wallMs: number) => {
  if (killedBy === 'stalled') return new TimedOut(`ffmpeg wrote nothing for ${STALLED_MS} ms`)
  if (killedBy === 'time') return new TimedOut(`ffmpeg ran for ${wallMs} ms`)
  if (killedBy === 'abort' || isSandboxError(stderr) || DISK_IS_FULL.test(stderr)) return error
  const signal = /^ffmpeg was killed with signal (SIG\w+)/.exec(error.message)?.[1]
  if (signal === 'SIGXCPU') return exceededCpuTime(error.message)
  if (isCrash(signal)) return notAudio(error.message)
  if (error.message.startsWith('ffmpeg exited with code') && !error.message.startsWith(STOPPED_FROM_OUTSIDE)) {
    return notAudio(error.message)
  }
  return error
}
