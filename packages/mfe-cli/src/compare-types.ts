import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { CheckResult } from '@griot/contracts/module-pointer'
import type { RegistryStatus, TypesCompared } from '@griot/contracts/module-registry'
import { hasSameSdk, isShellDocument, type VersionDocument } from '@griot/contracts/modules'
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

/** What the compiler said, all in all and of each that it was asked about. */
interface Comparison {
  check: CheckResult
  compared: TypesCompared[]
}

const LONGEST_COMPLAINT = 1000

type Registry = Pick<Client, 'status' | 'document' | 'file'>

export const declaredInRegistry = (document: VersionDocument, client: Registry): Declared => ({
  document,
  read: (name) => client.file(document, name),
})

/**
 * C9 with what people have: a module's types against those of every shell that stands, a shell's against those that each
 * standing module was built with. `near` is a folder of a checkout, which has the compiler.
 */
export const compareTypes = async (client: Registry, own: Declared, near: string): Promise<Comparison> => {
  const { document } = own
  const others = await Promise.all(
    standingFor(document, await client.status()).map(([module, version]) => client.document(module, version)),
  )
  const told = others.filter(({ types }) => types !== undefined)
  if (!document.types || told.length === 0) {
    const says = 'There are no declarations to compare with: they were not kept when it was built.'
    return { check: check('warn', says), compared: [] }
  }
  const unlike = told.filter((other) => !hasSameSdk(document, other))
  const installed = compilerAbove(near)
  const compared: TypesCompared[] = []
  for (const other of unlike) {
    if (!installed) {
      return { check: check('warn', 'There is no compiler here to compare the types with.'), compared }
    }
    compared.push(await compare(own, declaredInRegistry(other, client), installed))
  }
  const misfit = compared.find(({ complaint }) => complaint !== null)
  if (misfit) {
    const name = `${misfit.other.module} ${misfit.other.version}`
    return { check: check('refuse', `Its types and those of ${name} do not fit. ${misfit.complaint}`), compared }
  }
  const whose = isShellDocument(document) ? 'modules' : 'shells'
  return { check: check('ok', `Its types fit those of all ${whose} that stand (${told.length}).`), compared }
}

/** Compares a deployed version with what the registry has no comparison with yet, and tells it what came of it. */
export const settleTypes = async (
  client: Registry & Pick<Client, 'uncompared' | 'tellCompared'>,
  document: VersionDocument,
  near: string,
) => {
  const installed = compilerAbove(near)
  const { uncompared } = await client.uncompared(document.module, document.version)
  if (!installed) return
  for (const [module = '', version = ''] of uncompared.map((name) => name.split('@'))) {
    const other = declaredInRegistry(await client.document(module, version), client)
    await client.tellCompared(document, await compare(declaredInRegistry(document, client), other, installed))
  }
}

const compare = async (own: Declared, other: Declared, installed: string): Promise<TypesCompared> => {
  const { module, version } = other.document
  const [shell, remote] = isShellDocument(own.document) ? [own, other] : [other, own]
  const complaint = await misfitOf(shell, remote, installed)
  return { other: { module, version }, complaint: complaint?.slice(0, LONGEST_COMPLAINT) ?? null }
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
