// What is asked of a version before people see it. Each check answers in a sentence for the team; `refuse` stops the
// change. The numbers are those of the design.

import type { CheckResult } from '@griot/contracts/module-pointer'
import { type ModuleDocument, type ShellDocument, USUAL_BUDGETS } from '@griot/contracts/modules'
import { checkContributions } from './contributions.ts'
import { shellRefuses } from './fits-shell.ts'
import { ok, refuse } from './outcomes.ts'
import { libraryBundled } from './shell-owned.ts'

/** Where a version is about to be let in. */
export interface Ground {
  /** Every shell that people may have open: the standing ones, and those that tabs reported within a day. */
  shells: readonly ShellDocument[]
  /** What stands of the other modules. */
  others: readonly ModuleDocument[]
  /** What stands of this module now. */
  standing: ModuleDocument | null
  /** The parts of the API that answer, as `points@1`. */
  api: readonly string[]
  /** A file of the version; null when it is not there. */
  read(file: string): Promise<Uint8Array | null>
}

export const isRefused = (results: readonly CheckResult[]) => results.some(({ outcome }) => outcome === 'refuse')

/** Everything that is asked before a promotion or a trial. */
export const checkModule = async (module: ModuleDocument, ground: Ground): Promise<CheckResult[]> => [
  checkNames(module),
  await checkFiles(module, ground),
  ...checkShells(module, ground.shells),
  await checkBundled(module, ground),
  checkApi(module, ground.api),
  ...checkContributions(module, ground),
  checkBudgets(module),
]

/** What can have changed around a version that once stood: asked again before going back to it. */
export const checkReturn = (module: ModuleDocument, { shells, api }: Pick<Ground, 'shells' | 'api'>): CheckResult[] => [
  ...checkShells(module, shells).map((result) => ({ ...result, id: 'C11' })),
  { ...checkApi(module, api), id: 'C11' },
]

/** A new shell must carry everything that stands, is on trial or may be gone back to. */
export const checkShell = (shell: ShellDocument, modules: readonly ModuleDocument[]): CheckResult[] => {
  const misfits = modules.flatMap((module) => {
    const misfit = shellRefuses(shell, module)
    return misfit ? [refuse('C12', `${module.module} ${module.version}: ${misfit.says}`)] : []
  })
  const lost = modules.flatMap(({ module, version, contributes }) =>
    contributes.slots
      .filter(({ slot }) => !shell.provides.slots.includes(slot))
      .map(({ slot }) => refuse('C12', `${module} ${version} fills ${slot}, which this shell no longer has.`)),
  )
  const all = [...misfits, ...lost]
  return all.length > 0
    ? all
    : [ok('C12', `It carries all ${modules.length} versions that stand or may be gone back to.`)]
}

const checkNames = ({ module, contributes: { routes, nav, slots, commands = [] } }: ModuleDocument) => {
  const foreign = [...routes, ...nav, ...slots, ...commands]
    .map(({ id }) => id)
    .filter((id) => !id.startsWith(`${module}.`))
  return foreign.length === 0
    ? ok('C1', `Every name begins with ${module}.`)
    : refuse('C1', `These names must begin with "${module}.": ${foreign.join(', ')}.`)
}

const checkFiles = async (module: ModuleDocument, { read }: Ground) => {
  const { entry, files, container, preload, version, built, types = [] } = module
  const unknown = [entry, ...preload.default, ...types].filter((file) => !Object.hasOwn(files, file))
  if (unknown.length > 0) return refuse('C2', `module.json names files that it does not list: ${unknown.join(', ')}.`)
  const build = built.watcher ?? version.slice(version.indexOf('-g') + 2)
  if (!container.endsWith(`_${build}`)) {
    return refuse('C2', `The container ${container} does not carry the build ${build}: two versions would share it.`)
  }
  for (const file of Object.keys(files)) if (!(await read(file))) return refuse('C2', `${file} is missing.`)
  const source = await read(entry)
  if (!source) return refuse('C2', `${entry} is missing.`)
  return Buffer.from(source).includes(container)
    ? ok('C2', `${Object.keys(files).length} files, and the entry holds its container.`)
    : refuse('C2', `${entry} does not hold the container ${container}.`)
}

const checkShells = (module: ModuleDocument, shells: readonly ShellDocument[]) => {
  const misfits = shells.flatMap((shell) => shellRefuses(shell, module) ?? [])
  const unlike = [...new Map(misfits.map((misfit) => [misfit.says, misfit])).values()]
  if (unlike.length > 0) return unlike.map(({ id, says }) => refuse(id, says))
  return [ok('C3', `It runs in every shell that people may have open (${shells.length}).`)]
}

const checkBundled = async ({ files }: ModuleDocument, { read }: Ground) => {
  const scripts = Object.entries(files).filter(([, { type }]) => type === 'js')
  for (const [file] of scripts) {
    const source = await read(file)
    const library = source && libraryBundled(Buffer.from(source).toString('latin1'))
    if (library) return refuse('C4', `${file} brings its own ${library}; the shell's must be the only one in the page.`)
  }
  return ok('C4', 'It brings no second copy of what the shell owns.')
}

const checkApi = ({ requires }: ModuleDocument, api: readonly string[]) => {
  const missing = requires.api.filter((part) => !api.includes(part))
  return missing.length === 0
    ? ok('C5', `Every call it makes is answered (${requires.api.join(', ') || 'it makes none'}).`)
    : refuse('C5', `Nobody answers ${missing.join(', ')}.`)
}

const checkBudgets = ({ entry, files, preload, built, budgets = USUAL_BUDGETS }: ModuleDocument) => {
  if (built.watcher) return refuse('C8', 'It was built for development, for one person to look at.')
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
