import type { CheckResult } from '@griot/contracts/module-pointer'
import { API_PARTS, isShellDocument, type ModuleDocument, type VersionDocument } from '@griot/contracts/modules'
import { blobKey } from '@griot/module-registry/blobs'
import { blockedReason } from '@griot/module-registry/blocked-versions'
import { type CheckContext, checkModule, checkReturn, checkShell } from '@griot/module-registry/checks/checks'
import { ok, refuse, warn } from '@griot/module-registry/checks/outcomes'
import { checkTypes, uncompared } from '@griot/module-registry/checks/types'
import { wasCurrent } from '@griot/module-registry/history'
import { nameOf } from '@griot/module-registry/versions'
import { readVerdict } from './browser-verdicts.queries.ts'
import { type Platform, type Registry, versionsIn } from './registry.ts'
import { readHealth, readLiveShells } from './reports.queries.ts'
import { compareApiFaults, compareLoadTimes } from './rollback-policy.ts'
import { readComparisons } from './type-comparisons.queries.ts'

type Checking = Pick<Platform, 'db' | 'registry' | 'store'>

// Checks of a version against everything that users may have open now. Each check refreshes first: another instance of
// the gateway may have changed the environment.

/** For a version that becomes new to users. */
export const checkRelease = async (platform: Checking, document: VersionDocument): Promise<CheckResult[]> => {
  const { db, registry } = platform
  await registry.refresh()
  const checks = isShellDocument(document)
    ? checkShell(document, currentModules(registry))
    : await checkModule(document, await contextFor(platform, document))
  const types = checkTypes(document, typeCounterparts(platform, document), await readComparisons(db, document))
  return [...checks, ...types, ...checkBlocked(registry, document), ...(await checkHealth(platform, document))]
}

/**
 * C10: `mfe verify --browser` found no problem. A version that is new to all users needs it, unless the policy of its
 * module makes it optional or it was current before.
 */
export const checkBrowser = async (
  { db, registry, store }: Checking,
  document: VersionDocument,
  { isForEveryone }: { isForEveryone: boolean },
): Promise<CheckResult[]> => {
  const { module, version } = document
  const pointer = registry.current()?.pointer
  const isRequired = (pointer?.modules[module]?.browserCheck ?? 'required') === 'required'
  const report = isRequired && isForEveryone ? refuse : warn
  const problems = await readVerdict(db, document)
  if (problems?.length === 0) return [ok('C10', 'Everything worked in a real browser.')]
  if (problems) return problems.map((says) => report('C10', says))
  const says = 'It was not tested in a browser.'
  if (!isRequired) return [warn('C10', `${says} The policy of ${module} does not require it.`)]
  if (pointer && (await wasCurrent(store, pointer, module, version)))
    return [ok('C10', `${says} It was current before.`)]
  return [report('C10', `${says} A release to all users needs it: mfe verify ${nameOf(document)} --browser.`)]
}

/** For a version that was current before. */
export const checkRollback = async (platform: Checking, document: VersionDocument): Promise<CheckResult[]> => {
  const { registry } = platform
  await registry.refresh()
  const checks = isShellDocument(document)
    ? checkShell(document, currentModules(registry))
    : checkReturn(document, await contextFor(platform, document))
  return [...checks, ...checkBlocked(registry, document)]
}

/** The versions, as `module@version`, whose types a compiler must compare with those of the document first. */
export const findUncompared = async (platform: Checking, document: VersionDocument) => {
  await platform.registry.refresh()
  return uncompared(document, typeCounterparts(platform, document), await readComparisons(platform.db, document))
}

const currentShells = (registry: Registry) => {
  const shell = registry.current()?.shell
  return shell ? versionsIn(shell) : []
}

/** Other shells that tabs reported within a day. */
const oldShells = async ({ db, registry }: Checking) => {
  // A rollback must work while the database of telemetry is unavailable.
  const reported = await readLiveShells(db).catch(() => [])
  const known = new Set(currentShells(registry).map(({ version }) => version))
  const others = await Promise.all(
    reported.filter((version) => !known.has(version)).map((version) => registry.document('shell', version)),
  )
  return others.filter((other) => other !== null && isShellDocument(other))
}

const contextFor = async (platform: Checking, module: ModuleDocument): Promise<CheckContext> => {
  const { store, registry } = platform
  const modules = [...(registry.current()?.modules ?? [])]
  return {
    shells: currentShells(registry),
    oldShells: await oldShells(platform),
    others: modules.filter(([name]) => name !== module.module).map(([, { stable }]) => stable),
    current: registry.current()?.modules.get(module.module)?.stable ?? null,
    api: API_PARTS,
    read: (file) => store.read(blobKey(module.files[file]?.sri ?? '')),
  }
}

const currentModules = (registry: Registry) => [...(registry.current()?.modules.values() ?? [])].flatMap(versionsIn)

const typeCounterparts = ({ registry }: Checking, document: VersionDocument) =>
  isShellDocument(document) ? currentModules(registry) : currentShells(registry)

/** Warns of a candidate that loads slowly or causes API faults. A version without measurements passes. */
const checkHealth = async ({ db, registry }: Checking, { module, version }: VersionDocument) => {
  const measured = (await readHealth(db).catch(() => [])).filter((one) => one.module === module)
  const stable = registry.current()?.pointer.modules[module]?.stable
  const own = measured.find((one) => one.version === version)
  const other = measured.find((one) => one.version === stable)
  const warnings = [compareLoadTimes(own, other), compareApiFaults(own, other)]
  return warnings.flatMap((says) => (says === null ? [] : [warn('C8', says)]))
}

const checkBlocked = (registry: Registry, { module, version }: VersionDocument) => {
  const reason = blockedReason(registry.current()?.pointer.modules[module] ?? {}, version)
  return reason === null ? [] : [refuse('C13', `It is blocked: ${reason}.`)]
}
