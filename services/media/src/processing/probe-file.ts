import { spawn } from 'node:child_process'
import { ProbeAnswer } from './audio-facts.ts'
import { INPUT_OPTIONS, inputOf } from './hardening.ts'
import { withProgramSlot } from './program-slots.ts'
import { costTooMuch, notAudio, notPlain, tookTooLong } from './rejected.ts'
import { isSandboxTrouble } from './sandbox.ts'

const WALL_MS = 20_000
const MOST_STDOUT_BYTES = 256 * 1024
const MOST_STDERR_CHARACTERS = 4_000
const TOLD_LINES = 8

const ASKED = [
  'format=format_name,duration,bit_rate',
  'stream=codec_name,codec_type,sample_rate,channels,bit_rate',
  'stream_disposition=attached_pic',
]
// Of the whole file, or of its track where the container has it so.
const TAGS = ['format_tags=title,artist,album', 'stream_tags=title,artist,album']

// Pictures that we do not decode; a film in one of them is still sound with something beside it.
const FOREIGN_PICTURE = /Codec \((?:bmp|gif|tiff|webp|jpeg2000|jpegls|ppm|pgm|pam|qoi|targa|svg)\b.*not on whitelist/m

/** ffprobe opens whatever a file holds, and there is a picture in it that it must not open. */
export class ForeignPicture extends Error {}

export interface ProbeInput {
  /** Command and first arguments, ending in ffprobe. */
  command: readonly [string, ...string[]]
  /** A folder with nothing in it but the file. */
  dir: string
  name: string
  signal: AbortSignal
  say(line: string): void
}

/**
 * Asks ffprobe what a file is and what its tags say. Throws `Rejected` when it cannot say, or takes too long; anything else that is thrown
 * is trouble of ours and may pass.
 */
export const probeFile = async (input: ProbeInput): Promise<ProbeAnswer> => {
  try {
    return await ask(input, [...ASKED, ...TAGS])
  } catch (error) {
    // Somebody has written a novel into their tags, which is no reason not to take the sound.
    if (error instanceof TooMuchSaid) return ask(input, ASKED)
    throw error
  }
}

class TooMuchSaid extends Error {}

const ask = async ({ command, dir, name, signal, say }: ProbeInput, asked: string[]) => {
  const [file, ...first] = command
  const began = Date.now()
  const args = ['-v', 'error', ...INPUT_OPTIONS, '-show_entries', asked.join(':'), '-of', 'json', inputOf(name)]
  say(['ffprobe', ...args].join(' '))
  const { code, killedBy, stdout, stderr } = await withProgramSlot(() => run(file, [...first, ...args], dir, signal))
  for (const line of stderr.split('\n').filter(Boolean).slice(0, TOLD_LINES)) say(line)
  say(
    `ffprobe ${killedBy === null ? `exited with ${code}` : `was killed (${killedBy})`} after ${Date.now() - began} ms`,
  )
  signal.throwIfAborted()
  if (killedBy === 'time') throw tookTooLong(`ffprobe ran for ${WALL_MS} ms`)
  if (killedBy === 'output') throw asked.length > ASKED.length ? new TooMuchSaid() : notAudio('ffprobe said too much')
  if (killedBy === 'SIGXCPU') throw costTooMuch('ffprobe used up its processor time')
  if (killedBy !== null) throw new Error(`ffprobe was killed with ${killedBy}`)
  if (code !== 0) {
    if (isSandboxTrouble(stderr)) throw new Error(stderr)
    if (FOREIGN_PICTURE.test(stderr)) throw new ForeignPicture(stderr.trim())
    if (/^.*Codec \(.*not on whitelist/m.test(stderr)) throw notPlain(stderr.trim())
    throw notAudio(stderr.trim() || `ffprobe exited with ${code}`)
  }
  return answerIn(stdout)
}

const answerIn = (stdout: string) => {
  try {
    return ProbeAnswer.parse(JSON.parse(stdout))
  } catch {
    throw notAudio('ffprobe found no format')
  }
}

interface Outcome {
  code: number | null
  killedBy: string | null
  stdout: string
  stderr: string
}

const run = (file: string, args: string[], cwd: string, signal: AbortSignal) =>
  new Promise<Outcome>((resolve, reject) => {
    // A group of its own, so that whatever it may have started goes with it.
    const child = spawn(file, args, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let killedBy: string | null = null
    let stderr = ''
    let size = 0
    const chunks: Buffer[] = []

    const kill = (why: string) => {
      killedBy ??= why
      if (child.pid === undefined) return
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It has ended in this very moment.
      }
    }
    const abort = () => kill('abort')
    const timer = setTimeout(() => kill('time'), WALL_MS)
    signal.addEventListener('abort', abort)

    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MOST_STDOUT_BYTES) kill('output')
      else chunks.push(chunk)
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (stderr.length < MOST_STDERR_CHARACTERS) stderr += text
    })
    const settle = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    }
    child.on('error', (error) => {
      settle()
      reject(error)
    })
    child.on('close', (code, killedWith) => {
      settle()
      resolve({ code, killedBy: killedBy ?? killedWith, stdout: Buffer.concat(chunks).toString(), stderr })
    })
  })
