import { Writable } from 'node:stream'
import { MAX_SECONDS } from '@griot/contracts/values'
import ffmpeg from 'fluent-ffmpeg'
import { INPUT_OPTIONS, inputOf } from './hardening.ts'
import { type Loudness, loudnessFilters, type PeakKind, readLoudness } from './loudness.ts'
import { notAudio, tookTooLong } from './rejected.ts'
import { isSandboxTrouble } from './sandbox.ts'
import { openWaveform, PCM_RATE, type Waveform } from './waveform.ts'

// A file may take long as long as it gets on: this much silence from the decoder means that it does not.
const STALLED_MS = 20_000
const WALL_MS = 15 * 60_000
const KEPT_LINES = 40

export interface DecodeInput {
  /** A folder with nothing in it but the file. */
  dir: string
  name: string
  signal: AbortSignal
  peak: PeakKind
  channels: number
  /** Called with the seconds decoded so far. */
  onSeconds(seconds: number): void
}

/** Which ffmpeg is run; once a process, because fluent-ffmpeg keeps one path and what it can do. */
export const useFfmpeg = (path: string) => {
  ffmpeg.setFfmpegPath(path)
}

export type Decoded = Waveform & Loudness

/**
 * Decodes a file from end to end, once, and answers how many seconds there are to hear and what they are like. Headers
 * cannot be asked: they guess, lie, and still tell the old length of a file that was cut off.
 */
export const decodeFile = async (input: DecodeInput): Promise<Decoded> => {
  const waveform = await decode(input)
  return { ...waveform, ...(await readLoudness(input.dir)) }
}

const decode = ({ dir, name, signal, peak, channels, onSeconds }: DecodeInput) =>
  new Promise<Waveform>((resolve, reject) => {
    signal.throwIfAborted()
    const kept = channels === 1 ? 1 : 2
    const waveform = openWaveform(kept)
    // Reads at once what it is given, so nothing is left in it when ffmpeg has ended.
    const sound = new Writable({
      write(chunk: Buffer, _, done) {
        waveform.read(chunk)
        stalled.refresh()
        onSeconds(waveform.seconds())
        done()
      },
    })
    let killedBy: 'stalled' | 'time' | 'abort' | null = null

    // Listening to fluent's own 'progress' would have it run its own ffprobe, without any of our limits.
    const command = ffmpeg({ cwd: dir, stdoutLines: KEPT_LINES })
      .input(inputOf(name))
      .inputOptions(['-nostdin', '-nostats', '-v', 'fatal', '-threads', '1', ...INPUT_OPTIONS])
      .outputOptions(['-map', '0:a:0', '-threads', '1', '-t', String(MAX_SECONDS + 60)])
      // Time is counted in samples that came out: what the file says about its own clock does not matter.
      .audioFilters(['asetpts=N/SR/TB', ...loudnessFilters(peak, channels)])
      .audioFrequency(PCM_RATE)
      .audioChannels(kept)
      .format('s16le')
      // It must not end by itself: fluent takes that for an output that has gone away, and kills ffmpeg.
      .output(sound, { end: false })

    const kill = (why: NonNullable<typeof killedBy>) => {
      killedBy ??= why
      command.kill('SIGKILL')
    }
    const stalled = setTimeout(() => kill('stalled'), STALLED_MS)
    const wall = setTimeout(() => kill('time'), WALL_MS)
    const abort = () => kill('abort')
    signal.addEventListener('abort', abort)
    const settle = () => {
      clearTimeout(stalled)
      clearTimeout(wall)
      signal.removeEventListener('abort', abort)
    }

    command
      // Asked to stop before there was anything to stop.
      .on('start', () => killedBy !== null && command.kill('SIGKILL'))
      .on('error', (error: Error, _: string | null, stderr: string | null) => {
        settle()
        reject(meaningOf(error, killedBy, stderr ?? ''))
      })
      .on('end', () => {
        settle()
        resolve(waveform.end())
      })
      .run()
  })

// 255: ffmpeg was asked to end from outside, which says nothing about the file.
const STOPPED_FROM_OUTSIDE = 'ffmpeg exited with code 255'

const meaningOf = (error: Error, killedBy: string | null, stderr: string) => {
  if (killedBy === 'stalled') return tookTooLong(`ffmpeg stood still for ${STALLED_MS} ms`)
  if (killedBy === 'time') return tookTooLong(`ffmpeg ran for ${WALL_MS} ms`)
  if (killedBy === 'abort' || isSandboxTrouble(stderr)) return error
  if (error.message.startsWith('ffmpeg exited with code') && !error.message.startsWith(STOPPED_FROM_OUTSIDE)) {
    return notAudio(error.message)
  }
  return error
}
