// `npm run lock:complete`: adds missing optional packages and hashes to package-lock.json. npm omits packages of other platforms
// that the registry in use does not have, and `npm ci` then refuses the lock file. Without a hash, `npm ci` accepts any content.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../build/targets.ts'

interface Entry {
  version?: string
  integrity?: string
  link?: boolean
  optionalDependencies?: Record<string, string>
  [more: string]: unknown
}

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']
const C_LIBRARIES: Record<string, string> = { gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl', musleabihf: 'musl' }

/** The lock file entry of a platform package, whose platform is part of its name. */
const describe = (name: string, version: string, parent: Entry): Entry => {
  const words = (name.split('/').at(-1) ?? name).split('-')
  const entry: Entry = { version, optional: true }
  const os = SYSTEMS.filter((system) => words.includes(system))
  const cpu = PROCESSORS.filter((processor) => words.includes(processor))
  const libc = words.flatMap((word) => C_LIBRARIES[word] ?? [])
  if (os.length === 0 && cpu.length === 0) throw new Error(`${name} does not contain a platform`)
  if (os.length > 0) entry.os = os
  if (cpu.length > 0) entry.cpu = cpu
  if (libc.length > 0) entry.libc = libc
  for (const flag of ['dev', 'devOptional']) if (parent[flag] === true) entry[flag] = true
  return entry
}

/** True if Node finds `name` from the package at `place`: in its own `node_modules` or in one of a parent folder. */
const isResolved = (packages: Record<string, Entry>, place: string, name: string) => {
  const folders = place.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))
  return ['', ...folders].some((folder) => join(folder, 'node_modules', name) in packages)
}

/** The registry's hash of a version. Throws if the registry does not have the version. */
const readIntegrity = (name: string, version: string): string => {
  const found: unknown = JSON.parse(
    execFileSync('npm', ['view', `${name}@${version}`, 'dist.integrity', '--json'], { encoding: 'utf8' }) || 'null',
  )
  if (typeof found !== 'string') throw new Error(`the registry has no hash of ${name}@${version}`)
  return found
}

const INSTALLED = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/

/** Adds the hash of each package that has none, except links to workspaces. Returns their number. */
const addHashes = (packages: Record<string, Entry>) => {
  const incomplete = Object.entries(packages).flatMap(([place, entry]) => {
    const name = INSTALLED.exec(place)?.[1]
    return name === undefined || entry.link || entry.integrity ? [] : [{ place, name, entry }]
  })
  for (const { place, name, entry } of incomplete) {
    const { version = '', ...others } = entry
    // In npm's order of the fields.
    packages[place] = { version, integrity: readIntegrity(name, version), ...others }
  }
  return incomplete.length
}

const file = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> }
const added: string[] = []
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isResolved(lock.packages, place, name)) continue
    lock.packages[`node_modules/${name}`] = describe(name, version, entry)
    added.push(name)
  }
}
const hashes = addHashes(lock.packages)
const [top, ...others] = Object.entries(lock.packages).sort(([one], [other]) => one.localeCompare(other, 'en'))
lock.packages = Object.fromEntries([top ?? ['', {}], ...others])
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`${added.length} optional packages and ${hashes} hashes added\n`)
