import { createHash } from 'node:crypto'
import { moduleFilePath } from '@griot/contracts/module-address'
import type { AssignedModule, Assignment, ModuleRelease } from '@griot/contracts/module-assignment'
import type { Flag, ModuleState } from '@griot/contracts/module-pointer'
import { isShellDocument, type ModuleDocument, ModuleDraft, SWITCHED_OFF, SWITCHED_ON } from '@griot/contracts/modules'
import { bucketOf, isInBuckets } from '@griot/module-registry/buckets'
import { findIncompatibility, findNotShown } from '@griot/module-registry/checks/shell-compatibility'
import type { ReadDraft } from './event-stream.ts'
import type { CurrentVersions, Registry, Shell, Snapshot } from './registry.ts'
import { blockedRanges } from './reject-blocked.ts'
import type { Visitor } from './visitor-cookies.ts'

export interface AssignedVersions {
  snapshot: Snapshot
  shell: Shell
  modules: ReadonlyMap<string, AssignedVersion>
  /** The overrides that took effect. */
  overrides: Readonly<Record<string, string>>
  isSafeMode: boolean
}

interface AssignedVersion {
  document: ModuleDocument
  /** The version that the tab falls back to if `document` fails. */
  lastGood: ModuleDocument | null
  isDisabled: boolean
  quarantined: readonly string[]
  /** Flags that are on for this visitor. */
  flags: readonly string[]
}

/**
 * Whether a visitor belongs to the share of a rollout. The salt identifies the rollout: visitors stay in as its share
 * grows, and another rollout selects other visitors.
 */
export const isInCohort = (sid: string, module: string, { salt, percent }: { salt: string; percent: number }) => {
  const hash = createHash('sha256').update(`${salt}\0${module}\0${sid}`).digest()
  return hash.readUInt32BE(0) % 10_000 < percent * 100
}

const hasCandidate = (sid: string, module: string, candidate: NonNullable<ModuleState['candidate']>) =>
  candidate.buckets ? isInBuckets(bucketOf(sid), candidate.buckets) : isInCohort(sid, module, candidate)

export type AssignVersions = (visitor: Visitor) => Promise<AssignedVersions | null>

/** Assigns versions to a visitor by the current revision and the visitor's overrides; null until a shell is deployed. */
export const createAssignVersions =
  (registry: Registry, readDraft: ReadDraft): AssignVersions =>
  async ({ sid, isSafeMode, overrides }) => {
    const snapshot = registry.current()
    if (!snapshot?.shell) return null
    const { shell: overridingShell, documents, values } = await resolveOverrides(registry, readDraft, overrides)
    const candidateFor = <Document>(module: string, { candidate }: CurrentVersions<Document>) =>
      candidate && sid !== null && !isSafeMode && hasCandidate(sid, module, candidate) ? candidate.document : undefined

    const modules = new Map<string, AssignedVersion>()
    for (const [name, versions] of snapshot.modules) {
      const { stable, lastGood, disabled, quarantined } = versions
      const override = documents.get(name)
      const document = override ?? candidateFor(name, versions) ?? stable
      modules.set(name, {
        document,
        lastGood: document.version === stable.version ? lastGood : stable,
        // An override shows a version even if it is switched off or quarantined for all other visitors.
        isDisabled: !override && (values[name] === SWITCHED_OFF || disabled !== null),
        quarantined: override ? [] : quarantined,
        flags: flagsOn(name, versions.flags, sid, values),
      })
    }
    // An override can select a module that was never promoted.
    for (const [name, document] of documents) {
      if (modules.has(name)) continue
      const flags = flagsOn(name, {}, sid, values)
      modules.set(name, { document, lastGood: null, isDisabled: false, quarantined: [], flags })
    }
    const isEffective = (name: string) =>
      name === 'shell' ? overridingShell !== null : modules.has(name.split(':')[0] ?? '')
    return {
      snapshot,
      shell: overridingShell ?? candidateFor('shell', snapshot.shell) ?? snapshot.shell.stable,
      modules,
      overrides: Object.fromEntries(Object.entries(values).filter(([name]) => isEffective(name))),
      isSafeMode,
    }
  }

/**
 * Reads the versions that the overrides select, and the value of each override with its draft resolved. Ignores versions
 * that do not exist: an override can outlive its version.
 */
const resolveOverrides = async (registry: Registry, readDraft: ReadDraft, overrides: Visitor['overrides']) => {
  const documents = new Map<string, ModuleDocument>()
  const values: Record<string, string> = {}
  let shell: Shell | null = null
  for (const [name, value] of Object.entries(overrides)) {
    if (value === SWITCHED_ON || value === SWITCHED_OFF) {
      values[name] = value
      continue
    }
    const version = ModuleDraft.safeParse(value).success ? await readDraft(name, value) : value
    const document = version === null ? null : await registry.document(name, version)
    if (!document) continue
    values[name] = document.version
    if (isShellDocument(document)) shell = await registry.shell(document.version)
    else documents.set(name, document)
  }
  return { shell, documents, values }
}

const flagsOn = (
  module: string,
  flags: Readonly<Record<string, Flag>>,
  sid: string | null,
  overrides: Readonly<Record<string, string>>,
) => {
  const prefix = `${module}:`
  const overridden = Object.keys(overrides).filter((name) => name.startsWith(prefix))
  const names = new Set([...Object.keys(flags), ...overridden.map((name) => name.slice(prefix.length))])
  return [...names].filter((flag) => {
    const name = prefix + flag
    if (overrides[name] !== undefined) return overrides[name] === SWITCHED_ON
    const rollout = flags[flag]
    // Hashed with its own name, so that each flag and the candidate select different visitors.
    return rollout && (rollout.percent === 100 || (sid !== null && isInCohort(sid, name, rollout)))
  })
}

export const notShown = ({ shell, modules }: Snapshot) => {
  const current = [...modules.values()].map(({ stable }) => stable)
  return shell ? findNotShown(shell.stable, current) : []
}

/** The version or the last good one, whichever the shell can run; null if it can run neither. */
const runnable = (shell: Shell, module: AssignedVersion): AssignedVersion | null => {
  const lastGood = module.lastGood && !findIncompatibility(shell, module.lastGood) ? module.lastGood : null
  if (!findIncompatibility(shell, module.document)) return { ...module, lastGood }
  return lastGood && { ...module, document: lastGood, lastGood: null }
}

/**
 * Replaces versions that the shell cannot run by the last good version, or disables the module if that one does not run
 * either. Overridden modules stay, so that the failure can be seen.
 */
export const fitToShell = (assigned: AssignedVersions): AssignedVersions => {
  const { shell, overrides } = assigned
  const fit = (name: string, module: AssignedVersion) =>
    overrides[name] !== undefined || shell.carries?.[name]
      ? module
      : (runnable(shell, module) ?? { ...module, lastGood: null, isDisabled: true })
  return { ...assigned, modules: new Map([...assigned.modules].map(([name, module]) => [name, fit(name, module)])) }
}

/**
 * For a tab that runs another shell than the assigned one. Omits modules of which this shell can run no version: the tab
 * then keeps the version it has.
 */
export const keepToShell = (assigned: AssignedVersions, shell: Shell): AssignedVersions => {
  const modules = [...assigned.modules].flatMap(([name, module]) => {
    const kept = runnable(shell, module)
    return kept ? [[name, kept] as const] : []
  })
  return { ...assigned, shell, modules: new Map(modules) }
}

/** As `module@version`: all versions that a page with this assignment may load. None with overrides. */
export const servedVersions = ({ snapshot, shell, modules, overrides }: AssignedVersions): string[] => {
  if (Object.keys(overrides).length > 0) return []
  const documents = [...modules.values()].flatMap(({ document, lastGood }) => [document, lastGood])
  // A tab keeps its shell after a release of another one.
  return [shell, snapshot.shell?.lastGood, ...documents].flatMap((one) => (one ? [`${one.module}@${one.version}`] : []))
}

export const toAssignment = (
  { snapshot: { rev, pointer }, shell, modules, overrides, isSafeMode }: AssignedVersions,
  productName: string,
  liveReload: boolean,
): Assignment => {
  const blocked = blockedRanges(pointer)
  const retired = Object.keys(pointer.modules).filter((name) => pointer.modules[name]?.retired && !modules.has(name))
  return {
    ...{ rev, productName, shell: shell.version },
    modules: Object.fromEntries([...modules].map(([name, module]) => [name, toAssignedModule(module, isSafeMode)])),
    ...(retired.length > 0 && { retired }),
    ...(liveReload && { liveReload }),
    ...(Object.keys(blocked).length > 0 && { blocked }),
    ...(Object.keys(overrides).length > 0 && { overrides }),
    ...(isSafeMode && { isSafeMode }),
  }
}

const NOTHING: AssignedModule['contributes'] = { routes: [], nav: [], slots: [], commands: [], fallback: {} }

/**
 * Retired modules, switched off and without menu entries, pages and slots. For open tabs, which keep a module that an
 * assignment omits.
 */
export const withRetired = (assignment: Assignment, { retired }: Snapshot): Assignment => {
  const removed = retired.map((document) => [
    document.module,
    { ...toRelease(document), contributes: NOTHING, lkg: null, isDisabled: true },
  ])
  return { ...assignment, modules: { ...Object.fromEntries(removed), ...assignment.modules } }
}

const toAssignedModule = (
  { document, lastGood, isDisabled, quarantined, flags }: AssignedVersion,
  isSafeMode: boolean,
): AssignedModule => ({
  ...toRelease(document),
  contributes: document.contributes,
  lkg: lastGood && toRelease(lastGood),
  ...((isDisabled || isSafeMode) && { isDisabled: true }),
  ...(quarantined.length > 0 && { quarantined }),
  ...(flags.length > 0 && { flags }),
})

const toRelease = ({ module, version, entry, files, preload, ...document }: ModuleDocument): ModuleRelease => ({
  version,
  container: document.container,
  contract: document.contract,
  entry: moduleFilePath({ module, version }, entry),
  ...(document.entryType && { entryType: document.entryType }),
  integrity: files[entry]?.sri ?? '',
  initial: Object.fromEntries(preload.default.map((file) => [file, files[file]?.sri ?? ''])),
})
