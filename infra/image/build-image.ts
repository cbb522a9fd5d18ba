import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, posix } from 'node:path'
import { root } from '../build/targets.ts'
import { baseFor, cache } from './base.ts'
import { contextFiles } from './context.ts'
import { bind, machine, overlay, unmount } from './mounts.ts'
import { type Instruction, readPairs, type Stage } from './parse-dockerfile.ts'

/** A stage under way or done: its folder, the folders it is made of (the newest first), and what its lines have set. */
interface Built {
  merged: string
  layers: string[]
  env: Record<string, string>
  workdir: string
}

const say = (line: string) => process.stdout.write(`  ${line}\n`)

const CERTIFICATES = 'etc/ssl/certs/ca-certificates.crt'

// What this machine's own package clients need to reach where packages come from; an engine brings its own.
const lend = (stage: string): string[] => {
  const lent: string[] = []
  const give = (from: string, to: string) => {
    if (!existsSync(from)) return
    bind(from, join(stage, to), statSync(from).isDirectory())
    lent.push(join(stage, to))
  }
  mkdirSync(join(cache, 'debian'), { recursive: true })
  give('/etc/resolv.conf', 'etc/resolv.conf')
  give(`/${CERTIFICATES}`, CERTIFICATES)
  give(join(homedir(), '.npmrc'), 'root/.npmrc')
  give(join(homedir(), '.npm'), 'root/.npm')
  give(join(cache, 'debian'), 'var/cache/apt/archives')
  return lent
}

const shell = ({ merged, env, workdir }: Built, command: string) => {
  const lent = lend(merged)
  machine(merged)
  try {
    execFileSync('chroot', [merged, '/bin/sh', '-c', `cd ${workdir} && ${command}`], {
      env: {
        PATH: '/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: '/root',
        NODE_EXTRA_CA_CERTS: `/${CERTIFICATES}`,
        ...env,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
  } finally {
    for (const place of [...lent, ...['null', 'zero', 'random', 'urandom'].map((name) => join(merged, 'dev', name))]) {
      unmount(place)
    }
    unmount(join(merged, 'proc'))
  }
}

const copy = (stage: Built, { options, rest }: Instruction, built: ReadonlyMap<string, Built>) => {
  const [from = '', to = '', ...more] = rest.split(/\s+/)
  if (more.length > 0 || options.chown !== undefined) throw new Error(`COPY ${rest} is more than is known here.`)
  const target = join(stage.merged, posix.resolve(stage.workdir, to))
  if (options.from === undefined) {
    if (from !== '.') throw new Error('Only the whole context is copied here.')
    for (const file of contextFiles()) cpSync(join(root, file), join(target, file))
    return
  }
  const source = built.get(options.from)
  if (source === undefined) throw new Error(`There is no stage ${options.from}.`)
  mkdirSync(target, { recursive: true })
  execFileSync('cp', ['-a', `${join(source.merged, from)}/.`, target])
}

const carryOut = (stage: Built, instruction: Instruction, built: ReadonlyMap<string, Built>): void => {
  const { word, rest } = instruction
  if (word === 'RUN') shell(stage, rest)
  else if (word === 'COPY') copy(stage, instruction, built)
  else if (word === 'ENV') Object.assign(stage.env, readPairs(rest))
  else if (word === 'WORKDIR') {
    stage.workdir = posix.resolve(stage.workdir, rest)
    mkdirSync(join(stage.merged, stage.workdir), { recursive: true })
  }
}

/** Carries out every line of the image file, stage by stage, and answers the folder of the last one. */
export const buildImage = (stages: readonly Stage[], place: string): string => {
  const built = new Map<string, Built>()
  let last: Built | undefined
  for (const { name, from, instructions } of stages) {
    const before = built.get(from)
    const layers = before?.layers ?? [baseFor(from)]
    const merged = overlay(join(place, name), layers)
    last = {
      merged,
      layers: [join(place, name, 'upper'), ...layers],
      env: { ...before?.env },
      workdir: before?.workdir ?? '/',
    }
    for (const instruction of instructions) {
      say(`[${name}] ${instruction.word} ${instruction.rest.replace(/\s+/g, ' ').slice(0, 100)}`)
      carryOut(last, instruction, built)
    }
    built.set(name, last)
  }
  if (last === undefined) throw new Error('The image file has no stage.')
  return last.merged
}

export const readDockerfile = () => readFileSync(new URL('Dockerfile', import.meta.url), 'utf8')
