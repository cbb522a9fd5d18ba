import { createHash } from 'node:crypto'
import { moduleFilePath } from '@griot/contracts/module-address'
import type { AssignedModule, Assignment, ModuleRelease } from '@griot/contracts/module-assignment'
import type { Flag } from '@griot/contracts/module-pointer'
import { type ModuleDocument, SWITCHED_OFF, SWITCHED_ON } from '@griot/contracts/modules'
import { type Misfit, type NotShown, notShownIn, shellRefuses } from '@griot/module-registry/checks/fits-shell'
import type { Shell, Snapshot, StandingVersions } from './registry.ts'
import type { Sight } from './visitors.ts'

/** Which version of everything one visitor sees. */
export interface Chosen {
  shell: Shell
  modules: ReadonlyMap<string, ChosenModule>
  /** Overrides that took effect. */
  overrides: Readonly<Record<string, string>>
  isSafeMode: boolean
}

interface ChosenModule {
  document: ModuleDocument
  lkg: ModuleDocument | null
  disabled: string | null
  quarantined: readonly string[]
  /** Switches that are on for this visitor. */
  flags: readonly string[]
}

/**
 * Whether a visitor belongs to the share that sees a candidate. The salt stands for a rollout, so a growing share only
 * ever takes people in, and another rollout draws other people.
 */
export const isInCohort = (sid: string, module: string, { salt, percent }: { salt: string; percent: number }) => {
  const hash = createHash('sha256').update(`${salt}\0${module}\0${sid}`).digest()
  return hash.readUInt32BE(0) % 10_000 < percent * 100
}

export interface Overridden {
  shell: Shell | null
  modules: ReadonlyMap<string, ModuleDocument>
  /** Modules that are switched off for this visitor. */
  off: ReadonlySet<string>
  /** Switches of modules that are on or off for this visitor, by `module:flag`. */
  flags: ReadonlyMap<string, boolean>
}

export const NOTHING_OVERRIDDEN: Overridden = { shell: null, modules: new Map(), off: new Set(), flags: new Map() }

/** Null while no shell was deployed. */
export const chooseFor = (snapshot: Snapshot, { sid, isSafeMode }: Sight, overridden: Overridden): Chosen | null => {
  if (!snapshot.shell) return null
  const inCohort = (module: string, { candidate }: StandingVersions<unknown>) =>
    candidate !== null && sid !== null && !isSafeMode && isInCohort(sid, module, candidate)

  const { stable, candidate } = snapshot.shell
  const trial = inCohort('shell', snapshot.shell) ? candidate?.document : undefined

  const modules = new Map<string, ChosenModule>()
  for (const [name, versions] of snapshot.modules) {
    const { disabled, quarantined } = versions
    const other = overridden.modules.get(name)
    const wanted = other ?? (inCohort(name, versions) ? versions.candidate?.document : undefined)
    // Whoever tries another version has the stable one to fall back to.
    const document = wanted ?? versions.stable
    const lkg = wanted && wanted.version !== versions.stable.version ? versions.stable : versions.lkg
    // Whoever asked to see a version sees it, whatever was decided about it for everyone.
    const decided = other
      ? { disabled: null, quarantined: [] }
      : { disabled: overridden.off.has(name) ? 'not in this sight' : disabled, quarantined }
    modules.set(name, { document, lkg, ...decided, flags: flagsOn(name, versions.flags, sid, overridden) })
  }
  // A module that was never promoted can be looked at all the same.
  for (const [name, document] of overridden.modules) {
    if (modules.has(name)) continue
    modules.set(name, {
      document,
      lkg: null,
      disabled: null,
      quarantined: [],
      flags: flagsOn(name, {}, sid, overridden),
    })
  }
  return { shell: overridden.shell ?? trial ?? stable, modules, overrides: inEffect(overridden, modules), isSafeMode }
}

const flagsOn = (
  module: string,
  flags: Readonly<Record<string, Flag>>,
  sid: string | null,
  overridden: Pick<Overridden, 'flags'>,
) => {
  // By its own name beside the module's: one switch draws other people than another, and than the candidate.
  const hasDrawn = (flag: string, standing: Flag) =>
    standing.percent === 100 || (sid !== null && isInCohort(sid, `${module}:${flag}`, standing))
  const isOn = (flag: string) => {
    const standing = Object.hasOwn(flags, flag) ? flags[flag] : undefined
    return overridden.flags.get(`${module}:${flag}`) ?? (standing !== undefined && hasDrawn(flag, standing))
  }
  const asked = [...overridden.flags.keys()].map((name) => name.split(':')).filter(([of]) => of === module)
  const all = new Set([...Object.keys(flags), ...asked.map(([, flag = '']) => flag)])
  return [...all].filter(isOn)
}

/** What a visitor is told to see otherwise than the rest: of modules that are not there nothing is. */
const inEffect = ({ shell, modules, off, flags }: Overridden, there: ReadonlyMap<string, unknown>) => {
  const isThere = ([name]: readonly [string, unknown]) => there.has(name.split(':')[0] ?? '')
  const named: (readonly [string, string])[] = [
    ...[...modules].map(([name, { version }]) => [name, version] as const),
    ...[...off].map((name) => [name, SWITCHED_OFF] as const),
    ...[...flags].map(([name, isOn]) => [name, isOn ? SWITCHED_ON : SWITCHED_OFF] as const),
  ]
  return { ...(shell ? { shell: shell.version } : {}), ...Object.fromEntries(named.filter(isThere)) }
}

export const notShown = ({ shell, modules }: Snapshot): NotShown[] =>
  shell
    ? notShownIn(
        shell.stable,
        [...modules.values()].map(({ stable }) => stable),
      )
    : []

/**
 * What the page's shell cannot run is not sent for nothing: the last known good version stands in where that one fits, else
 * the module's places show what they do when it fails. Whoever tries a version sees what becomes of it.
 */
export const fitToShell = (chosen: Chosen): Chosen => {
  const { shell, overrides } = chosen
  const fit = (name: string, module: ChosenModule) =>
    overrides[name] === undefined && !shell.carries?.[name] ? fitted(shell, module) : module
  return { ...chosen, modules: new Map([...chosen.modules].map(([name, module]) => [name, fit(name, module)])) }
}

const fitted = (shell: Shell, module: ChosenModule): ChosenModule => {
  const misfit = misfitOf(shell, module.document)
  const lkg = module.lkg && !misfitOf(shell, module.lkg) ? module.lkg : null
  if (!misfit) return { ...module, lkg }
  return lkg ? { ...module, document: lkg, lkg: null } : { ...module, lkg, disabled: module.disabled ?? misfit.says }
}

// A version never changes, so what was once found of two of them is right for ever; each page asks.
const misfits = new WeakMap<ModuleDocument, Map<string, Misfit | null>>()

const misfitOf = (shell: Shell, document: ModuleDocument) => {
  const known = misfits.get(document) ?? new Map<string, Misfit | null>()
  misfits.set(document, known)
  const before = known.get(shell.version)
  if (before !== undefined) return before
  const misfit = shellRefuses(shell, document)
  known.set(shell.version, misfit)
  return misfit
}

/**
 * For a tab whose shell is another one than the page would now bring: where the assigned version does not fit it, the
 * last known good one is kept, or nothing is said of the module and the tab keeps what it has.
 */
export const keepToShell = (chosen: Chosen, shell: Shell): Chosen => {
  const modules = new Map<string, ChosenModule>()
  for (const [name, module] of chosen.modules) {
    const { document, lkg } = module
    if (shellRefuses(shell, document) === null) modules.set(name, module)
    else if (lkg && shellRefuses(shell, lkg) === null) modules.set(name, { ...module, document: lkg, lkg: null })
  }
  return { ...chosen, shell, modules }
}

export const assignmentOf = (
  chosen: Chosen,
  more: Pick<Assignment, 'rev' | 'productName' | 'liveReload' | 'blocked'>,
): Assignment => ({
  ...more,
  shell: chosen.shell.version,
  modules: Object.fromEntries([...chosen.modules].map(([name, module]) => [name, assigned(module, chosen.isSafeMode)])),
  ...(Object.keys(chosen.overrides).length > 0 ? { overrides: chosen.overrides } : {}),
  ...(chosen.isSafeMode ? { isSafeMode: true } : {}),
})

const assigned = (
  { document, lkg, disabled, quarantined, flags }: ChosenModule,
  isSafeMode: boolean,
): AssignedModule => ({
  ...releaseOf(document),
  contributes: document.contributes,
  lkg: lkg && releaseOf(lkg),
  ...(disabled === null && !isSafeMode ? {} : { isDisabled: true }),
  ...(quarantined.length > 0 ? { quarantined } : {}),
  ...(flags.length > 0 ? { flags } : {}),
})

const releaseOf = ({ module, version, container, contract, entry, files, preload }: ModuleDocument): ModuleRelease => ({
  version,
  container,
  contract,
  entry: moduleFilePath({ module, version }, entry),
  integrity: files[entry]?.sri ?? '',
  initial: Object.fromEntries(preload.default.map((file) => [file, files[file]?.sri ?? ''])),
})
