import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from '@griot/service-kit/audio/ffmpeg'

/** How to run ffprobe and ffmpeg with the confinement that this machine offers. */
export interface Sandbox {
  /** A command and its first arguments. The arguments of ffprobe follow. */
  ffprobe: readonly [string, ...string[]]
  /** A single executable, because fluent-ffmpeg accepts only a path. */
  ffmpeg: string
  /** The measures in force, for the log. */
  measures: string[]
  /** The measures that this machine does not offer. */
  missing: string[]
}

const MEMORY_BYTES = 800_000_000

/**
 * Each measure with commands of util-linux; the first command that works on this machine is used. The soft limit of CPU
 * time sends SIGXCPU, which identifies the cause; the hard limit follows one second later.
 */
const measures = (cpuSeconds: number) => [
  {
    name: 'limits',
    commands: [`prlimit --cpu=${cpuSeconds}:${cpuSeconds + 1} --as=${MEMORY_BYTES} --nofile=64 --`],
  },
  // root may create a network namespace; other users only inside a user namespace.
  { name: 'no network', commands: ['unshare -n --', 'unshare -r -n --'] },
  // Ctrl-C in a terminal signals the whole process group; it must not fail the recording that is being processed.
  { name: 'own session', commands: ['setsid'] },
  // Last, because entering a namespace clears the signal.
  { name: 'dies with the worker', commands: ['setpriv --pdeathsig KILL --'] },
]

// Opening a file takes milliseconds; decoding and encoding a day of sound take up to hours.
const PROBE_CPU_SECONDS = 5
const DECODE_CPU_SECONDS = 7_200

const works = ([file = '', ...args]: readonly string[]) =>
  new Promise<boolean>((resolve) => {
    execFile(file, args, { timeout: 10_000 }, (error) => resolve(error === null))
  })

const firstThatWorks = async (commands: readonly string[]) => {
  for (const command of commands) {
    const words = command.split(' ')
    if (await works([...words, 'true'])) return words
  }
  return undefined
}

/** The command with the measures that work here. Each replaces itself with the next, so one process is limited and killed. */
const confine = async (binary: string, cpuSeconds: number) => {
  const prefix: string[] = []
  const names: string[] = []
  for (const { name, commands } of measures(cpuSeconds)) {
    const command = await firstThatWorks(commands)
    if (command === undefined) continue
    prefix.push(...command)
    names.push(name)
  }
  const [first = binary, ...rest] = [...prefix, binary]
  const command: [string, ...string[]] = [first, ...rest]
  return (await works([...command, '-version'])) ? { command, names } : { command: [binary] as [string], names: [] }
}

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

/** Uses the measures that this machine offers. The format whitelist of the input options holds without any of them. */
export const openSandbox = async ({ ffmpeg, ffprobe }: Binaries, privateDir: string): Promise<Sandbox> => {
  const probe = await confine(ffprobe, PROBE_CPU_SECONDS)
  const decode = await confine(ffmpeg, DECODE_CPU_SECONDS)
  const script = join(privateDir, 'run-ffmpeg')
  await writeFile(script, `#!/bin/sh\nexec ${decode.command.map(quoted).join(' ')} "$@"\n`, { mode: 0o700 })
  // A temporary folder may be mounted with noexec.
  const isExecutable = await works([script, '-version'])
  const inForce = isExecutable ? decode.names : []
  const missing = measures(DECODE_CPU_SECONDS)
    .map(({ name }) => name)
    .filter((name) => !inForce.includes(name))
  return { ffprobe: probe.command, ffmpeg: isExecutable ? script : ffmpeg, measures: inForce, missing }
}

/** Whether a message is about the sandbox and not about the file. */
export const isSandboxError = (message: string) => /^(prlimit|unshare|setsid|setpriv): /m.test(message)
