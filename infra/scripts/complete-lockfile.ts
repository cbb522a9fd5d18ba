// Run after changing dependencies, when the registry in use does not carry every platform's packages: npm then leaves
// them out of package-lock.json, and `npm ci` refuses a lock file that does not name each optional package.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../build/targets.ts'

interface Entry {
  version?: string
  optionalDependencies?: Record<string, string>
  [more: string]: unknown
}

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']
const C_LIBRARIES: Record<string, string> = { gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl', musleabihf: 'musl' }

/** Platform packages say in their name what they are for; the registry that has them checks it once more. */
const describe = (name: string, version: string, parent: Entry): Entry => {
  const words = (name.split('/').at(-1) ?? name).split('-')
  const entry: Entry = { version, optional: true }
  const os = SYSTEMS.filter((system) => words.includes(system))
  const cpu = PROCESSORS.filter((processor) => words.includes(processor))
  const libc = words.flatMap((word) => C_LIBRARIES[word] ?? [])
  if (os.length === 0 && cpu.length === 0) throw new Error(`${name} does not say which platform it is for`)
  if (os.length > 0) entry.os = os
  if (cpu.length > 0) entry.cpu = cpu
  if (libc.length > 0) entry.libc = libc
  for (const flag of ['dev', 'devOptional']) if (parent[flag] === true) entry[flag] = true
  return entry
}

/** Whether `name` is found from the package at `place`, looking upwards as Node does. */
const isResolved = (packages: Record<string, Entry>, place: string, name: string) => {
  for (let base = place; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    if (packages[`${base === '' ? '' : `${base}/`}node_modules/${name}`] !== undefined) return true
    if (base === '' || !base.includes('node_modules/')) return packages[`node_modules/${name}`] !== undefined
  }
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
const [top, ...others] = Object.entries(lock.packages).sort(([one], [other]) => (one < other ? -1 : 1))
lock.packages = Object.fromEntries([top ?? ['', {}], ...others])
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`${added.length} optional packages added\n`)
