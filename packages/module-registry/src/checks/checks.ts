// The release checks: they run before a version is shown to users. `refuse` stops the change. C1 to C14 are listed in
// docs/modules-reference.md.

import type { CheckResult } from '@griot/contracts/module-pointer'
import { isDeclaredSlot, type ModuleDocument, type ShellDocument, USUAL_BUDGETS } from '@griot/contracts/modules'
import { checkContributions } from './contributions.ts'
import { ok, refuse, warn } from './outcomes.ts'
import { findIncompatibility } from './shell-compatibility.ts'
import { checkStyles } from './styles.ts'

/** The environment that a version is checked against. */
export interface CheckContext {
  /** The shells that pages can get: the current one, its candidate and its rollback target. */
  shells: readonly ShellDocument[]
  /** Other shells that tabs reported within a day. The gateway sends these tabs an earlier version of the module if it fits. */
  oldShells: readonly ShellDocument[]
  /** The current versions of the other modules. */
  others: readonly ModuleDocument[]
  /** The current version of this module. */
  current: ModuleDocument | null
  /** The parts of the API that the gateway serves, such as `points@1`. */
  api: readonly string[]
  /** Reads a file of the version; null if it is missing. */
  read(file: string): Promise<Uint8Array | null>
}

export const isRefused = (results: readonly CheckResult[]) => results.some(({ outcome }) => outcome === 'refuse')

/** The checks before a promotion or a canary. */
export const checkModule = async (module: ModuleDocument, context: CheckContext): Promise<CheckResult[]> => [
  checkNames(module),
  await checkFiles(module, context),
  ...checkShells(module, context),
  await checkBundled(module, context),
  checkApi(module, context.api),
  ...checkContributions(module, context),
  checkBudgets(module),
  await checkStyles(module, context),
]

/** The checks before a rollback: only what can have changed since the version was current. */
export const checkReturn = (
  module: ModuleDocument,
  { api, ...shells }: Pick<CheckContext, 'shells' | 'oldShells' | 'api'>,
): CheckResult[] => [
  ...checkShells(module, shells).map((result) => ({ ...result, id: 'C11' })),
  { ...checkApi(module, api), id: 'C11' },
]

/** A new shell must run every current version, candidate and rollback target. */
export const checkShell = (shell: ShellDocument, modules: readonly ModuleDocument[]): CheckResult[] => {
  const problems = modules.flatMap((module) => {
    const name = `${module.module} ${module.version}`
    const found = findIncompatibility(shell, module)
    const missing = module.contributes.slots.filter(
      ({ slot }) => !isDeclaredSlot(slot) && !shell.provides.slots.includes(slot),
    )
    const unfilled = missing.map(({ slot }) => `${name} fills the slot ${slot}, which this shell does not have.`)
    return found ? [`${name}: ${found.says}`, ...unfilled] : unfilled
  })
  if (problems.length > 0) return problems.map((says) => refuse('C12', says))
  return [ok('C12', `It runs all ${modules.length} versions that are current, candidates or rollback targets.`)]
}

const checkNames = ({ module, contributes }: ModuleDocument) => {
  const { routes, nav, slots, commands = [], actions = [], declares = [] } = contributes
  const names = [...routes, ...nav, ...slots, ...commands, ...actions].map(({ id }) => id)
  const foreign = [...names, ...declares.map(({ slot }) => slot)].filter((id) => !id.startsWith(`${module}.`))
  return foreign.length === 0
    ? ok('C1', `Every name begins with ${module}.`)
    : refuse('C1', `These names must begin with "${module}.": ${foreign.join(', ')}.`)
}

const checkFiles = async (module: ModuleDocument, { read }: CheckContext) => {
  const { entry, files, container, preload, version, built, types = [] } = module
  const unlisted = [entry, ...preload.default, ...types].filter((file) => !Object.hasOwn(files, file))
  if (unlisted.length > 0) {
    return refuse('C2', `module.json uses files that are not in its list: ${unlisted.join(', ')}.`)
  }
  const build = built.watcher ?? version.slice(version.indexOf('-g') + 2)
  if (!container.endsWith(`_${build}`)) {
    return refuse('C2', `The container name ${container} must end with the build id ${build} to be unique.`)
  }
  for (const file of Object.keys(files)) if (!(await read(file))) return refuse('C2', `${file} is missing.`)
  const source = Buffer.from((await read(entry)) ?? '').toString()
  const problem = entryProblem(module, source)
  return problem === null
    ? ok('C2', `All ${Object.keys(files).length} files exist, and the entry defines the container.`)
    : refuse('C2', problem)
}

/** Why the shell cannot load an entry; null if it can. */
const entryProblem = ({ entry, container, entryType = 'var' }: ModuleDocument, source: string) => {
  if (!source.includes(container)) return `${entry} does not define the container ${container}.`
  const isModule = EXPORTS.some((pattern) => pattern.test(source))
  if (entryType === 'module') {
    return isModule ? null : `${entry} is not an ES module that exports get and init.`
  }
  if (isModule) return `${entry} is an ES module, but module.json declares a script. Set entryType to module.`
  const global = new RegExp(
    String.raw`\b(?:var|let|const) ${container}\b|\b${container}\s*=|["']${container}["']\]\s*=`,
  )
  return global.test(source) ? null : `${entry} is not a script that defines the global ${container}.`
}

/** The exports of a container, in both orders. */
const EXPORTS = [/\bexport\s*\{[^}]*\bget\b[^}]*\binit\b/, /\bexport\s*\{[^}]*\binit\b[^}]*\bget\b/]

const checkShells = (module: ModuleDocument, { shells, oldShells }: Pick<CheckContext, 'shells' | 'oldShells'>) => {
  const problemsIn = (some: readonly ShellDocument[]) => {
    const found = some.flatMap((shell) => findIncompatibility(shell, module) ?? [])
    return [...new Map(found.map((one) => [one.says, one])).values()]
  }
  const warnings = problemsIn(oldShells).map(({ id, says }) =>
    warn(id, `${says} Tabs that still run this shell keep an earlier version of the module.`),
  )
  const refused = problemsIn(shells)
  if (refused.length > 0) return [...refused.map(({ id, says }) => refuse(id, says)), ...warnings]
  return [ok('C3', `It runs in every shell that a page can get (${shells.length}).`), ...warnings]
}

// Texts that survive minification and occur only in this library.
const LIBRARY_MARKS: readonly [library: string, mark: string][] = [
  ['react', 'Objects are not valid as a React child (found:'],
  ['react-dom', '__reactContainer$'],
  ['react-router', 'may be used only in the context of a <Router>'],
  ['react-router', 'You cannot render a <Router> inside another <Router>'],
  ['@tanstack/react-query', 'No QueryClient set, use QueryClientProvider to set one'],
  ['@griot/shell-sdk/react', 'is called outside a module that the shell mounted'],
]

const checkBundled = async ({ files }: ModuleDocument, { read }: CheckContext) => {
  const scripts = Object.entries(files).filter(([, { type }]) => type === 'js')
  for (const [file] of scripts) {
    const source = Buffer.from((await read(file)) ?? '').toString('latin1')
    const found = LIBRARY_MARKS.find(([, mark]) => source.includes(mark))
    if (found) return refuse('C4', `${file} bundles ${found[0]}. The page must have only the copy of the shell.`)
  }
  return ok('C4', 'It bundles no library that the shell provides.')
}

const checkApi = ({ requires }: ModuleDocument, api: readonly string[]) => {
  const missing = requires.api.filter((part) => !api.includes(part))
  return missing.length === 0
    ? ok('C5', `The API serves every part it calls (${requires.api.join(', ') || 'none'}).`)
    : refuse('C5', `The API does not serve ${missing.join(', ')}.`)
}

const checkBudgets = ({ entry, files, preload, built, budgets = USUAL_BUDGETS }: ModuleDocument) => {
  if (built.watcher) return refuse('C8', 'It is a development build, which cannot be released.')
  const entrySize = files[entry]?.gz ?? 0
  const initial = preload.default.reduce((sum, file) => sum + (files[file]?.gz ?? 0), 0)
  const over = [
    entrySize > budgets.entry && `the entry is ${kB(entrySize)} of ${kB(budgets.entry)}`,
    initial > budgets.initial && `the first view is ${kB(initial)} of ${kB(budgets.initial)}`,
  ].filter((text) => text !== false)
  return over.length === 0
    ? ok('C8', `Entry ${kB(entrySize)}, first view ${kB(initial)}.`)
    : refuse('C8', `Over its budget: ${over.join(', ')} (gzipped).`)
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
