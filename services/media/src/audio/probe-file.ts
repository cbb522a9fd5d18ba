import { type ExecFileException, execFile } from 'node:child_process'
import { isSandboxError, type Sandbox } from '@griot/service-kit/audio/sandbox'
import { exceededCpuTime, isCrash, notAudio, TimedOut, unsupportedCodec } from '../jobs/processing-failure.ts'
import { ProbeResult } from './audio-facts.ts'
import { inSlot } from './program-slots.ts'
import { type InputFile, inputOf, PROBE_OPTIONS } from './run-ffmpeg.ts'

const WALL_MS = 30_000
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024
const LOGGED_LINES = 8

const FACTS = [
  'format=format_name,duration,bit_rate',
  'stream=codec_name,codec_type,sample_rate,channels,bit_rate,duration',
  'stream_disposition=attached_pic',
]
const TAGS = [
  'format_tags=title,artist,album',
  'stream_tags=title,artist,album',
  'chapter=start_time',
  'chapter_tags=title',
]

interface ProbeInput extends InputFile {
  command: Sandbox['ffprobe']
}

/**
 * Returns what ffprobe reports about a file, its tags and its chapters. Throws `ProcessingFailure` if the file is the cause. Any
 * other error is ours, and a retry may succeed.
 */
export const probeFile = async (input: ProbeInput): Promise<ProbeResult> => {
  const withTags = await runProbe(input, [...FACTS, ...TAGS])
  // Tags and chapters of any length are no reason to refuse the sound.
  const stdout = withTags ?? (await runProbe(input, FACTS))
  if (stdout === null) throw notAudio('ffprobe wrote too much')
  try {
    return ProbeResult.parse(JSON.parse(stdout))
  } catch {
    throw notAudio('ffprobe found no format')
  }
}

/** The JSON of ffprobe, or null if it is longer than allowed. */
const runProbe = async ({ command, dir, name, signal, log, ...slot }: ProbeInput, entries: string[]) => {
  const args = ['-v', 'error', ...PROBE_OPTIONS, '-show_entries', entries.join(':'), '-of', 'json', inputOf(name)]
  log(['ffprobe', ...args].join(' '))
  const startedAt = Date.now()
  const { error, stdout, stderr } = await inSlot(slot, (started) => run(command, args, { cwd: dir, signal, started }))
  for (const line of stderr.split('\n').filter(Boolean).slice(0, LOGGED_LINES)) log(line)
  log(`ffprobe ${error === null ? 'ended' : describe(error)} after ${Date.now() - startedAt} ms`)
  signal.throwIfAborted()
  if (error === null) return stdout
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return null
  throw meaningOf(error, stderr)
}

interface RunOptions {
  cwd: string
  signal: AbortSignal
  started(pid: number | undefined): void
}

const run = (file: string, args: string[], { cwd, signal, started }: RunOptions) =>
  new Promise<{ error: ExecFileException | null; stdout: string; stderr: string }>((resolve) => {
    const options = { cwd, signal, timeout: WALL_MS, maxBuffer: MAX_OUTPUT_BYTES, killSignal: 'SIGKILL' } as const
    started(execFile(file, args, options, (error, stdout, stderr) => resolve({ error, stdout, stderr })).pid)
  })

const describe = ({ code, signal }: ExecFileException) => (signal ? `was killed (${signal})` : `exited with ${code}`)

const meaningOf = (error: ExecFileException, stderr: string) => {
  if (error.signal === 'SIGXCPU') return exceededCpuTime('ffprobe used its CPU time (SIGXCPU)')
  if (error.signal === 'SIGKILL' && error.killed) return new TimedOut(`ffprobe ran for ${WALL_MS} ms`)
  if (isCrash(error.signal)) return notAudio(`ffprobe was killed (${error.signal})`)
  if (typeof error.code !== 'number' || isSandboxError(stderr)) return error
  if (/Codec \(.*not on whitelist/.test(stderr)) return unsupportedCodec(stderr.trim())
  return notAudio(stderr.trim() || `ffprobe exited with ${error.code}`)
}
