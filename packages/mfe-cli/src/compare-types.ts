import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { RegistryApi } from '@griot/contracts/module-endpoints'
import { type CheckResult, versionsInUse } from '@griot/contracts/module-pointer'
import type { RegistryStatus, TypesCompared } from '@griot/contracts/module-registry'
import { hasSameSdk, isShellDocument, type VersionDocument } from '@griot/contracts/modules'
import type { Client } from './client.ts'
import { findUp } from './command.ts'
import { refused } from './output.ts'

const COMPILER = 'node_modules/.bin/tsc'
const SHOWN_ERRORS = 10
const MAX_COMPLAINT_CHARACTERS = 1000

/**
 * C9, first part: compiles the sources beside a build, because the build removes types without checking them. A build
 * without sources was checked where it was built.
 */
export const checkTypes = async (dist: string): Promise<'correct' | 'no sources'> => {
  const folder = path.dirname(dist)
  const root = findUp(folder, COMPILER)
  if (!root || !existsSync(path.join(folder, 'tsconfig.json'))) return 'no sources'
  const errors = (await compile(root, '-b', folder)).split('\n').filter((line) => line.includes('error TS'))
  if (errors.length === 0) return 'correct'
  throw refused('C9  The module has type errors.', errors.slice(0, SHOWN_ERRORS))
}

/** Runs the compiler and returns the errors that it reports. */
const compile = async (root: string, ...args: string[]) => {
  try {
    await promisify(execFile)(path.join(root, COMPILER), args)
    return ''
  } catch (error) {
    const { stdout } = error as { stdout?: string }
    if (!stdout?.includes('error TS')) throw error
    return stdout
  }
}

/** A version with a source of its declarations. */
export interface Declared {
  document: VersionDocument
  read(name: string): Promise<string>
}

type Registry = Pick<Client, 'status' | 'document' | 'file'>

const declaredInRegistry = (document: VersionDocument, client: Registry): Declared => ({
  document,
  read: (name) => client.file(document, name),
})

/**
 * C9, second part: compares a module's types with those of every shell in use, or a shell's types with those of every
 * released module. `near` is a folder below which, or above which, the compiler is installed.
 */
export const compareTypes = async (client: Registry, own: Declared, near: string) => {
  const { document } = own
  const others = await Promise.all(
    counterparts(document, await client.status()).map(([module, version]) => client.document(module, version)),
  )
  const typed = others.filter(({ types }) => types !== undefined)
  const compared: TypesCompared[] = []
  const result = (outcome: CheckResult['outcome'], says: string) => ({ check: { id: 'C9', outcome, says }, compared })
  if (!document.types || typed.length === 0) {
    return result('warn', 'There are no declarations to compare: the build did not keep them.')
  }
  const root = findUp(near, COMPILER)
  for (const other of typed.filter((one) => !hasSameSdk(document, one))) {
    if (!root) return result('warn', 'The types were not compared: there is no compiler here.')
    compared.push(await compare(own, declaredInRegistry(other, client), root))
  }
  const failed = compared.find(({ complaint }) => complaint !== null)
  if (failed) {
    const { module, version } = failed.other
    return result('refuse', `Its types do not fit those of ${module} ${version}. ${failed.complaint}`)
  }
  const whose = isShellDocument(document) ? 'modules' : 'shells'
  return result('ok', `Its types fit those of all released ${whose} (${typed.length}).`)
}

/** Makes the comparisons of a deployed version that the registry does not have yet, and stores them there. */
export const saveComparisons = async (client: Client, document: VersionDocument, near: string) => {
  const root = findUp(near, COMPILER)
  const params = { module: document.module, version: document.version }
  const { uncompared } = await client.send(RegistryApi.listUncompared, { params })
  if (!root) return
  for (const [module = '', version = ''] of uncompared.map((name) => name.split('@'))) {
    const other = declaredInRegistry(await client.document(module, version), client)
    const body = await compare(declaredInRegistry(document, client), other, root)
    await client.send(RegistryApi.saveComparison, { params, body })
  }
}

/** Compiles the declarations of a shell and of a module together. */
const compare = async (own: Declared, other: Declared, root: string): Promise<TypesCompared> => {
  const { module, version } = other.document
  const [shell, remote] = isShellDocument(own.document) ? [own, other] : [other, own]
  const folder = await mkdtemp(path.join(tmpdir(), 'mfe-types-'))
  try {
    await Promise.all([copyTypes(shell, path.join(folder, 'shell')), copyTypes(remote, path.join(folder, 'module'))])
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
    await writeFile(path.join(folder, 'fits.ts'), ASSIGNMENTS)
    const project = { compilerOptions: COMPILER_OPTIONS, files: ['fits.ts'] }
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(project))
    const complaint = firstReason(await compile(root, '-p', folder))
    return { other: { module, version }, complaint: complaint?.slice(0, MAX_COMPLAINT_CHARACTERS) ?? null }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const counterparts = ({ module: own }: VersionDocument, { modules, health }: RegistryStatus) => {
  const isCounterpart = (name: string) => (own === 'shell') !== (name === 'shell')
  const pairs = [
    ...Object.entries(modules).flatMap(([name, state]) => versionsInUse(state).map((version) => `${name}@${version}`)),
    // Open tabs can run older versions.
    ...health.map(({ module, version }) => `${module}@${version}`),
  ]
  return [...new Set(pairs)].map((pair) => pair.split('@') as [string, string]).filter(([name]) => isCounterpart(name))
}

// The shell must provide at least what the module was built with, and accept what the module returns. Only the shell
// itself uses its ShellProvider.
const ASSIGNMENTS = `
import type * as module from './module/types/shell-sdk/contract.js'
import type * as shell from './shell/types/shell-sdk/contract.js'
type Shared<Part> = Omit<Part, 'ShellProvider'>
export const api = (api: shell.ShellApiV1): module.ShellApiV1 => api
export const events = (events: shell.ShellEvents): module.ShellEvents => events
export const remote = (remote: module.RemoteModuleV1): shell.RemoteModuleV1 => remote
${['react', 'router', 'query']
  .map(
    (part) => `export const ${part} = (shared: Shared<typeof import('./shell/types/shell-sdk/${part}.js')>):
  Shared<typeof import('./module/types/shell-sdk/${part}.js')> => shared`,
  )
  .join('\n')}
`

const COMPILER_OPTIONS = {
  ...{ target: 'ES2023', lib: ['ES2023', 'DOM', 'DOM.Iterable'], module: 'ESNext', moduleResolution: 'bundler' },
  ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: true, noEmit: true, types: [] },
}

/** The last line of the first error: the compiler descends from the whole type to the part that does not fit. */
const firstReason = (errors: string) => {
  const [, first] = errors.split(/^.*error TS\d+: /m)
  const reason = first?.trim().split('\n').at(-1)?.trim()
  return reason?.replace(/import\("[^"]*\/(shell|module)\/types\/[^"]*"\)\.?/g, 'the $1’s ') ?? null
}

const copyTypes = async ({ document, read }: Declared, folder: string) => {
  await Promise.all(
    (document.types ?? []).map(async (name) => {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
      await writeFile(path.join(folder, name), await read(name))
    }),
  )
}
