import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from '@griot/service-kit/ffmpeg'
import { PROGRAM_SLOTS } from './program-slots.ts'
import { type Confinement, type ConfiningScript, type Limits, perlScripts } from './sandbox-perl.ts'
import { makeSoundPipes } from './sound-pipe.ts'

/** How to run the two programs with as little power as this machine lets us take from them. */
export interface Sandbox {
  /** The command and first arguments that end in ffprobe. */
  ffprobe: readonly [string, ...string[]]
  /** One file to run instead of ffmpeg, because fluent-ffmpeg takes a path and nothing more. */
  ffmpeg: string
  /** Named pipes for what they make, one for each that runs at a time. */
  pipes: readonly string[]
  /** What is in force, for the log. */
  measures: string[]
}

const MEMORY_BYTES = 800_000_000
const PROBE: Limits = { cpuSeconds: 20, memoryBytes: MEMORY_BYTES }
// A day of sound takes minutes to decode and longer to encode; whoever runs it watches more strictly whether it gets on.
const DECODE: Limits = { cpuSeconds: 7_200, memoryBytes: MEMORY_BYTES }

const works = (command: readonly string[]) => {
  const [file = '', ...args] = command
  return new Promise<boolean>((resolve) => {
    execFile(file, args, { timeout: 10_000 }, (error) => resolve(error === null))
  })
}

interface Layer {
  measure: string
  /** The first of these that works on this machine. */
  options: (limits: Limits) => string[][]
}

// Each of them replaces itself by the next, so the process that is started is the one that is limited and killed.
const LIMITS: Layer = {
  measure: 'limits',
  options: ({ cpuSeconds, memoryBytes }) => [
    ['prlimit', `--cpu=${cpuSeconds}`, `--as=${memoryBytes}`, '--nofile=64', '--'],
  ],
}
// Without a network of its own (root) or inside a user namespace (everyone else).
const NO_NETWORK: Layer = {
  measure: 'no network',
  options: () => [
    ['unshare', '-n', '--'],
    ['unshare', '-r', '-n', '--'],
  ],
}
// Ctrl-C in a terminal reaches the whole group: a recording must not fail because its worker is being stopped. Not for
// what node starts in a session of its own already: there setsid would fork, and its child be neither seen nor killed.
const OWN_SESSION: Layer = { measure: 'own session', options: () => [['setsid']] }
// Last of all, because gaining a namespace clears it: a worker that is killed takes its children with it.
const DIES_WITH_WORKER: Layer = {
  measure: 'dies with the worker',
  options: () => [['setpriv', '--pdeathsig', 'KILL', '--']],
}

const firstThatWorks = async (options: string[][]) => {
  for (const option of options) if (await works([...option, 'true'])) return option
  return undefined
}

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

const shellScript = (prefix: string[], binary: string, measures: string[]): ConfiningScript => ({
  interpreter: '/bin/sh',
  text: `#!/bin/sh\nexec ${[...prefix, binary].map(quoted).join(' ')} "$@"\n`,
  measures,
})

/** The same from what this machine has of programs for it. */
const shellScriptFor = async (binary: string, { limits, ownSession }: Confinement) => {
  const layers = [LIMITS, NO_NETWORK, ...(ownSession ? [OWN_SESSION] : []), DIES_WITH_WORKER]
  let prefix: string[] = []
  let measures: string[] = []
  for (const { measure, options } of layers) {
    const layer = await firstThatWorks(options(limits))
    if (layer === undefined) continue
    prefix = [...prefix, ...layer]
    measures = [...measures, measure]
  }
  return shellScript(prefix, binary, measures)
}

/** Writes the best script that works on this machine. */
const writeScript = async (path: string, binary: string, confinement: Confinement) => {
  const tryOut = async (script: ConfiningScript) => {
    await writeFile(path, script.text, { mode: 0o700 })
    return works([script.interpreter, path, '-version'])
  }
  for (const script of perlScripts(binary, confinement)) if (await tryOut(script)) return script
  const inShell = await shellScriptFor(binary, confinement)
  if (await tryOut(inShell)) return inShell
  const bare = shellScript([], binary, [])
  await tryOut(bare)
  return bare
}

/**
 * Takes what this machine offers: one Perl that asks the kernel, else prlimit, unshare, setsid and setpriv one after the
 * other. The format whitelist holds without any of it.
 */
export const openSandbox = async ({ ffmpeg, ffprobe }: Binaries, privateDir: string): Promise<Sandbox> => {
  const [probePath, ffmpegPath] = [join(privateDir, 'run-ffprobe'), join(privateDir, 'run-ffmpeg')]
  const probing = await writeScript(probePath, ffprobe, { limits: PROBE, ownSession: false })
  const decoding = await writeScript(ffmpegPath, ffmpeg, { limits: DECODE, ownSession: true })
  const isRunnable = await works([ffmpegPath, '-version'])
  // Else it complains of a locale that is not there each time.
  process.env.PERL_BADLANG = '0'
  return {
    ffprobe: [probing.interpreter, probePath],
    // Some machines let nothing run from their temporary folder.
    ffmpeg: isRunnable ? ffmpegPath : ffmpeg,
    pipes: await makeSoundPipes(privateDir, PROGRAM_SLOTS),
    measures: isRunnable ? decoding.measures : [],
  }
}

/** Whether a message is about the sandbox and says nothing about the file. */
export const isSandboxTrouble = (message: string) => /^(sandbox|prlimit|unshare|setsid|setpriv): /m.test(message)
