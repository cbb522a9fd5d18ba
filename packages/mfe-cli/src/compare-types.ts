import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { RegistryStatus } from '@griot/contracts/module-registry'
import { type CheckResult, isShellDocument, type VersionDocument } from '@griot/contracts/modules'
import { COMPILER, compilerAbove } from './check-types.ts'
import type { Client } from './client.ts'

/** A version and its declarations, wherever they are. */
export interface Declared {
  document: VersionDocument
  read(name: string): Promise<string>
}

export const declaredInFolder = (document: VersionDocument, dist: string): Declared => ({
  document,
  read: (name) => readFile(path.join(dist, name), 'utf8'),
})

type Registry = Pick<Client, 'status' | 'document' | 'file'>

export const declaredInRegistry = (document: VersionDocument, client: Registry): Declared => ({
  document,
  read: (name) => client.file(document, name),
})

/**
 * C9 with what people have: a module's types against those of every shell that stands, a shell's against those that each
 * standing module was built with. `near` is a folder of a checkout, which has the compiler.
 */
export const compareTypes = async (client: Registry, own: Declared, near: string): Promise<CheckResult> => {
  const { document } = own
  const others = await Promise.all(
    standingFor(document, await client.status()).map(([module, version]) => client.document(module, version)),
  )
  const told = others.filter(({ types }) => types !== undefined)
  if (!document.types || told.length === 0) {
    return check('warn', 'There are no declarations to compare with: they were not kept when it was built.')
  }
  const unlike = told.filter((other) => !hasSameSdk(document, other))
  const installed = compilerAbove(near)
  for (const other of unlike) {
    if (!installed) return check('warn', 'There is no compiler here to compare the types with.')
    const theirs = declaredInRegistry(other, client)
    const [shell, module] = isShellDocument(document) ? [own, theirs] : [theirs, own]
    const complaint = await misfitOf(shell, module, installed)
    const name = `${other.module} ${other.version}`
    if (complaint) return check('refuse', `Its types and those of ${name} do not fit. ${complaint}`)
  }
  const whose = isShellDocument(document) ? 'modules' : 'shells'
  return check('ok', `Its types fit those of all ${whose} that stand (${told.length}).`)
}

const check = (outcome: CheckResult['outcome'], says: string): CheckResult => ({ id: 'C9', outcome, says })

const standingFor = ({ module: own }: VersionDocument, { modules, health }: RegistryStatus) => {
  const isOther = (name: string) => (own === 'shell' ? name !== 'shell' : name === 'shell')
  const pairs = [
    ...Object.entries(modules).flatMap(([name, { stable, candidate, lkg }]) =>
      [stable, candidate?.version, lkg].map((version) => `${name}@${version ?? ''}`),
    ),
    // A tab can be of an older one.
    ...health.map(({ module, version }) => `${module}@${version}`),
  ]
  return [...new Set(pairs)]
    .map((pair) => pair.split('@') as [string, string])
    .filter(([name, version]) => version !== '' && isOther(name))
}

const isOfSdk = (name: string) => !/^types\/[^/]+$/.test(name)

/** As nearly always: then there is nothing to compile. */
const hasSameSdk = (one: VersionDocument, other: VersionDocument) => {
  const sdkOf = ({ types = [], files }: VersionDocument) =>
    types.filter(isOfSdk).map((name) => [name, files[name]?.sri])
  return JSON.stringify(sdkOf(one)) === JSON.stringify(sdkOf(other))
}

// What a running shell hands over must be all that the module was built with, and what it gets all that it expects.
// Only the shell itself uses its provider.
const QUESTIONS = `
import type * as module from './module/types/shell-sdk/contract.js'
import type * as shell from './shell/types/shell-sdk/contract.js'
type Shared<Part> = Omit<Part, 'ShellProvider'>
export const given = (api: shell.ShellApiV1): module.ShellApiV1 => api
export const told = (events: shell.ShellEvents): module.ShellEvents => events
export const taken = (built: module.RemoteModuleV1): shell.RemoteModuleV1 => built
${['react', 'router', 'query']
  .map(
    (part) => `export const ${part} = (shared: Shared<typeof import('./shell/types/shell-sdk/${part}.js')>):
  Shared<typeof import('./module/types/shell-sdk/${part}.js')> => shared`,
  )
  .join('\n')}
`

const OPTIONS = {
  ...{ target: 'ES2023', lib: ['ES2023', 'DOM', 'DOM.Iterable'], module: 'ESNext', moduleResolution: 'bundler' },
  ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: true, noEmit: true, types: [] },
}

/** What the compiler complains of when the module runs in the shell; null when all is well. */
const misfitOf = async (shell: Declared, module: Declared, installed: string) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'mfe-types-'))
  try {
    await Promise.all([put(shell, path.join(folder, 'shell')), put(module, path.join(folder, 'module'))])
    await symlink(installed, path.join(folder, 'node_modules'))
    await writeFile(path.join(folder, 'fits.ts'), QUESTIONS)
    const project = { compilerOptions: OPTIONS, files: ['fits.ts'] }
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(project))
    await promisify(execFile)(path.join(installed, COMPILER), ['-p', folder])
    return null
  } catch (error) {
    const reason = firstReason(error)
    if (reason === null) throw error
    return reason
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What the first complaint comes down to: the compiler goes from the whole to the part, line by line. */
const firstReason = (error: unknown) => {
  const { stdout = '' } = error as { stdout?: string }
  const [, first] = stdout.split(/^.*error TS\d+: /m)
  const lines = first?.trim().split('\n') ?? []
  const reason = lines.at(-1)?.trim()
  return reason ? reason.replace(/import\("[^"]*\/(shell|module)\/types\/[^"]*"\)\.?/g, 'the $1’s ') : null
}

const put = async ({ document, read }: Declared, folder: string) => {
  await Promise.all(
    (document.types ?? []).map(async (name) => {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
      await writeFile(path.join(folder, name), await read(name))
    }),
  )
}
