import { execFile } from 'node:child_process'
import { mkdir, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './ffmpeg.ts'

/** ffprobe and ffmpeg, confined by what this machine offers. */
export interface Sandbox {
  /** Scripts, because fluent-ffmpeg accepts only a path. */
  ffprobe: string
  ffmpeg: string
  /** The user id of both programs if it is not that of the worker. It must be able to read and write the job folder. */
  uid: number | null
  /** The measures in force, for the log. */
  measures: string[]
  /** The measures that this machine does not offer. */
  missing: string[]
}

interface Limits {
  cpuSeconds: number
  /** Of one written file. */
  fileBytes: number
}

const MEMORY_BYTES = 800_000_000
// ffmpeg starts a thread for each input, decoder, filter and output; four jobs run at once.
const PROCESSES = 256
// systemd documents the range 60578 to 61183 as unused. No file of the machine belongs to this user.
const OTHER_UID = 60_900
const AS_OTHER_USER = `--reuid=${OTHER_UID} --regid=${OTHER_UID} --clear-groups --bounding-set=-all --inh-caps=-all`

// Opening a file takes milliseconds; decoding and encoding a day of sound take up to hours.
const PROBE: Limits = { cpuSeconds: 2, fileBytes: 0 }
// The longest rendition has 24 hours of 128 kbit/s, which are 1.4 GB, and its index.
const DECODE: Limits = { cpuSeconds: 7_200, fileBytes: 1_600_000_000 }

const OWN_USER = 'own user'

interface Measure {
  name: string
  /** The first one that works is used. */
  commands: string[][]
  /** A command that fails where the measure would have another effect. */
  probe?: string[]
}

const words = (command: string) => command.split(' ')

/**
 * For root the limit counts the processes of the other user below. Elsewhere it would count all processes of the worker's
 * user, except in a new user namespace: since Linux 5.14 each has its own count. A namespace that is the first process of
 * its count can start one more.
 */
const processLimit = (): Measure => {
  const limit = (count: number) => words(`prlimit --nproc=${count} --`)
  if (isRoot()) return { name: 'process limit', commands: [limit(PROCESSES)] }
  const inNamespace = (count: number) => [...words('unshare -r --'), ...limit(count)]
  return {
    name: 'process limit',
    commands: [inNamespace(PROCESSES)],
    probe: [...inNamespace(2), '/bin/sh', '-c', '/bin/true; exit $?'],
  }
}

/**
 * Each measure as commands of util-linux, from the outermost. The soft limit of CPU time sends SIGXCPU, which identifies
 * the cause; the hard limit follows one second later.
 */
const measuresFor = ({ cpuSeconds, fileBytes }: Limits, viewScript: string): Measure[] => [
  {
    name: 'limits',
    commands: [
      words(
        `prlimit --cpu=${cpuSeconds}:${cpuSeconds + 1} --as=${MEMORY_BYTES} --nofile=64 --fsize=${fileBytes} --core=0 --`,
      ),
    ],
  },
  // Before the change of the root folder, after which Linux refuses user namespaces.
  processLimit(),
  // root may create namespaces; other users only inside a user namespace.
  { name: 'no network', commands: [...(isRoot() ? [words('unshare -n --')] : []), words('unshare -r -n --')] },
  { name: 'own files', commands: [['unshare', '-m', '--', '/bin/sh', viewScript]] },
  // Ctrl-C in a terminal signals the whole process group; it must not fail the recording that is being processed.
  { name: 'own session', commands: [['setsid']] },
  {
    name: 'no new privileges',
    // root needs its capabilities for the change of the user below, which removes them.
    commands: [
      ...(isRoot() ? [] : [words('setpriv --no-new-privs --bounding-set=-all --inh-caps=-all --')]),
      words('setpriv --no-new-privs --'),
    ],
  },
  // Entering a namespace and changing the user clear the signal.
  { name: 'dies with the worker', commands: [words('setpriv --pdeathsig KILL --')] },
  { name: 'empty environment', commands: [words('env -i')] },
  ...(isRoot() ? [{ name: OWN_USER, commands: [words(`setpriv ${AS_OTHER_USER} --pdeathsig KILL --`)] }] : []),
]

const isRoot = () => process.getuid?.() === 0

/**
 * Runs a command in a mount namespace that contains the system's programs and libraries, the given program, and the
 * current folder as `/job`. The flags repeat those that a user namespace may not remove.
 */
const viewOf = (view: string, binary: string) => `#!/bin/sh
set -e
view=${quoted(view)}
binary=${quoted(binary)}
mount -n -t tmpfs -o mode=755,size=1m,nosuid,nodev tmpfs "$view"
for path in /usr /bin /sbin /lib /lib32 /lib64 /etc/alternatives; do
  if [ -L "$path" ]; then ln -s "$(readlink "$path")" "$view$path"
  elif [ -d "$path" ]; then mkdir -p "$view$path"; mount -n -o rbind,ro,nosuid,nodev "$path" "$view$path"
  fi
done
if [ ! -e "$view$binary" ]; then
  mkdir -p "\${view}\${binary%/*}"; : > "$view$binary"; mount -n -o bind,ro,nosuid,nodev "$binary" "$view$binary"
fi
mkdir "$view/dev" "$view/job"
for path in /dev/null /dev/urandom; do
  : > "$view$path"; mount -n -o bind "$path" "$view$path"
done
mount -n -o bind,nosuid,nodev,noexec . "$view/job"
mount -n -o remount,bind,ro,nosuid,nodev "$view"
exec unshare --root="$view" --wd=/job -- "$@"
`

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

const works = ([file = '', ...args]: readonly string[], cwd: string) =>
  new Promise<boolean>((resolve) => {
    execFile(file, args, { cwd, timeout: 10_000 }, (error) => resolve(error === null))
  })

/** The measures with which this command works, and their commands one after the other. */
const usable = async (all: Measure[], command: string[], dir: string) => {
  const measures: Measure[] = []
  for (const one of all) if (one.probe === undefined || (await works(one.probe, dir))) measures.push(one)
  const complete = measures.flatMap(({ commands: [first = []] }) => first)
  if (await works([...complete, ...command], dir)) return { prefix: complete, names: measures.map(({ name }) => name) }
  const prefix: string[] = []
  const names: string[] = []
  for (const { name, commands } of measures) {
    for (const candidate of commands) {
      if (!(await works([...prefix, ...candidate, ...command], dir))) continue
      prefix.push(...candidate)
      names.push(name)
      break
    }
  }
  return { prefix, names }
}

interface Program {
  name: string
  binary: string
  limits: Limits
}

/** Writes a script that runs the program with the measures that work here. Each replaces itself with the next. */
const confine = async ({ name, binary, limits }: Program, dir: string) => {
  const viewScript = join(dir, `view-of-${name}`)
  await writeFile(viewScript, viewOf(join(dir, 'view'), binary), { mode: 0o700 })
  const all = measuresFor(limits, viewScript)
  const { prefix, names } = await usable(all, [binary, '-version'], dir)
  const script = join(dir, `run-${name}`)
  await writeFile(script, `#!/bin/sh\nexec ${[...prefix, binary].map(quoted).join(' ')} "$@"\n`, { mode: 0o700 })
  // A temporary folder may be mounted with noexec.
  const isExecutable = await works([script, '-version'], dir)
  return { path: isExecutable ? script : binary, all: all.map((one) => one.name), names: isExecutable ? names : [] }
}

/** Uses the measures that this machine offers. The format whitelist of the input options holds without any of them. */
export const openSandbox = async (
  binaries: Pick<Binaries, 'ffmpeg' | 'ffprobe'>,
  privateDir: string,
): Promise<Sandbox> => {
  await mkdir(join(privateDir, 'view'), { recursive: true })
  const real = (path: string) => realpath(path).catch(() => path)
  const ffprobe = await confine({ name: 'ffprobe', binary: await real(binaries.ffprobe), limits: PROBE }, privateDir)
  const ffmpeg = await confine({ name: 'ffmpeg', binary: await real(binaries.ffmpeg), limits: DECODE }, privateDir)
  const measures = ffmpeg.names.filter((name) => ffprobe.names.includes(name))
  return {
    ffprobe: ffprobe.path,
    ffmpeg: ffmpeg.path,
    uid: [...ffprobe.names, ...ffmpeg.names].includes(OWN_USER) ? OTHER_UID : null,
    measures,
    missing: ffmpeg.all.filter((name) => !measures.includes(name)),
  }
}

/** Whether a message is about the sandbox and not about the file. */
export const isSandboxError = (message: string) =>
  /^(nice|prlimit|unshare|mount|mkdir|ln|setsid|setpriv|env|\/bin\/sh|\S*\/view-of-ff\w+): /m.test(message)
