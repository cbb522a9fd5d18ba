import type { ChangeAction, CheckResult, Pointer } from '@griot/contracts/module-pointer'
import type { ChangeRequest, ChangeResponse } from '@griot/contracts/module-registry'
import { rampOf, startCanary } from '@griot/module-registry/candidates'
import {
  block,
  disable,
  enable,
  promote,
  retire,
  rollBack,
  rollBackTo,
  setFlag,
  setPolicy,
  unblock,
} from '@griot/module-registry/changes'
import { isRefused } from '@griot/module-registry/checks/checks'
import { readPrevious, wasCurrent, wasRolledBackAutomatically } from '@griot/module-registry/history'
import { type PointerUpdate, readPointer, readRevisions, updatePointer } from '@griot/module-registry/pointer'
import type { RegistryStore } from '@griot/module-registry/registry-store'
import { readDeployer } from '@griot/module-registry/versions'
import { AppError, invalid, orNotFound, refused } from '@griot/service-kit/http/errors'
import { requireVersion } from './operations.ts'
import type { Platform } from './registry.ts'
import { checkBrowser, checkRelease, checkRollback } from './release-checks.ts'

interface ChangeInput {
  by: string
  module: string
  action: ChangeAction
  request: ChangeRequest
  /** The revision that the caller has seen. Throws 412 if another one is current. */
  ifRev: number | undefined
}

const SEARCHED_REVISIONS = 100

/** Applies an action to a module after the release checks. A change that the checks refuse needs `force`. */
export const changeModule = async (platform: Platform, input: ChangeInput): Promise<ChangeResponse> => {
  const { store, registry } = platform
  const { module, request, ifRev } = input
  let isNew = false
  const update = async (pointer: Pointer) => {
    const { rev, env } = pointer
    if (ifRev !== undefined && ifRev !== rev) {
      throw new AppError(
        412,
        'pointer.moved',
        `The current revision of ${env} is ${rev}, not ${ifRev}. Read the status again first.`,
      )
    }
    const target = await findTarget(platform, input, pointer)
    const checks = await runChecks(platform, input, pointer, target)
    const isForced = await requireAllowed(platform, input, pointer, checks, target)
    const result = applyAction(pointer, input, checks, isForced, target)
    isNew = result !== null
    return result
  }
  const pointer = request.dryRun ? await withoutSaving(store, update) : await updatePointer(store, update)
  if (!request.dryRun) await registry.refresh()
  const state = orNotFound(pointer.modules[module], 'module')
  return { rev: pointer.rev, isNew, state, change: isNew ? pointer.change : null }
}

/** The pointer that an update would create, under the current revision. */
const withoutSaving = async (store: RegistryStore, update: (pointer: Pointer) => Promise<PointerUpdate | null>) => {
  const pointer = await readPointer(store)
  const result = await update(pointer)
  return result ? { ...pointer, ...result.pointer, change: result.change } : pointer
}

/**
 * The version that the change shows to users. Undefined if it shows no other one, and for a rollback that withdraws the
 * candidate. Throws if the audit log has no version for a rollback, or does not contain the named one.
 */
const findTarget = async (
  { store }: Platform,
  { action, module, request }: ChangeInput,
  pointer: Pointer,
): Promise<string | undefined> => {
  const current = pointer.modules[module]
  const { version, toLastGood } = request
  if (action === 'promote') return version
  if (action === 'canary') return version ?? (isForAll(request) ? current?.candidate?.version : undefined)
  if (action !== 'rollback' || !current) return undefined
  const { stable, lkg, candidate } = current
  if (version) {
    if (toLastGood) throw invalid({ toLastGood: 'Name a version, or ask for the last known good one.' })
    if (await wasCurrent(store, pointer, module, version)) return version
    const message = `${module} ${version} was never current, so a rollback cannot return to it. Promote it instead.`
    throw refused('rollback.never_current', message)
  }
  if (toLastGood && lkg !== stable) {
    if (lkg === null) throw refused('rollback.nowhere', `${module} has no version that is known to be good.`)
    return lkg
  }
  if (candidate) return undefined
  if (toLastGood) throw refused('rollback.nowhere', `${module} is at its last known good version, ${stable}.`)
  const previous = (await readPrevious(store, pointer, module)) ?? lkg
  if (previous === null || previous === stable) {
    throw refused('rollback.nowhere', `${module} has no earlier version.`)
  }
  return previous
}

const isForAll = ({ percent, ramp }: ChangeRequest) => percent === 100 || ramp?.shares.includes(100)

/** A rollback to a named version is subject to all rules of a promotion. */
const isPlainRollback = ({ action, request: { version } }: ChangeInput) => action === 'rollback' && !version

/** Empty for a change that shows no other version to users. */
const runChecks = async (
  platform: Platform,
  input: ChangeInput,
  pointer: Pointer,
  target: string | undefined,
): Promise<CheckResult[]> => {
  const { action, module, request } = input
  const current = pointer.modules[module]
  const isForEveryone = action !== 'canary' || isForAll(request) === true
  const shown = {
    rollback: current?.stable,
    canary: isForEveryone ? undefined : current?.candidate?.version,
  } as Partial<Record<ChangeAction, string>>
  if (!target || target === shown[action]) return []
  const document = await requireVersion(platform, module, target)
  if (isPlainRollback(input)) return checkRollback(platform, document)
  return [...(await checkRelease(platform, document)), ...(await checkBrowser(platform, document, { isForEveryone }))]
}

/** Throws if the change is refused. Returns true if it needs force and has it. */
const requireAllowed = async (
  { store, ...platform }: Platform,
  input: ChangeInput,
  pointer: Pointer,
  checks: CheckResult[],
  target: string | undefined,
): Promise<boolean> => {
  const { by, module, request } = input
  const mayBeQuarantined = target !== undefined && pointer.modules[module]?.quarantined.includes(target) === true
  const isQuarantined = mayBeQuarantined && (await wasRolledBackAutomatically(store, pointer, module, target))
  if (isQuarantined && !request.force) {
    const message = `${module} ${target} failed for users and was rolled back automatically. Deploy a new version, or let another person force this one.`
    throw refused('version.quarantined', message)
  }
  if (!isQuarantined && !isRefused(checks)) return false
  if (!request.force) {
    const other = isPlainRollback(input) ? await findRollbackTarget({ store, ...platform }, module, target) : null
    throw checksRefused(checks, other ? ` ${module} ${other} passes the checks: roll back to that version.` : '')
  }
  if (request.reason === undefined) throw invalid({ reason: 'Give the reason why the checks are overridden.' })
  if (!target || isPlainRollback(input)) return true
  const deployer = await readDeployer(store, module, target)
  if (deployer?.by === by) {
    throw new AppError(403, 'force.second_person', 'The deployer of a version cannot force it. Ask another person.')
  }
  return true
}

const checksRefused = (checks: CheckResult[], advice: string) => {
  const failed = checks.filter(({ outcome }) => outcome === 'refuse')
  const fields = failed.map(({ id, says }, index) => [failed.length > 1 ? `${id}.${index + 1}` : id, says])
  return new AppError(422, 'checks.refused', `The release checks refuse this.${advice}`, {
    fields: Object.fromEntries(fields),
  })
}

/** The latest earlier version that passes the checks; null if there is none. */
const findRollbackTarget = async (platform: Platform, module: string, except: string | undefined) => {
  const { store, registry } = platform
  const { rev, modules } = await readPointer(store)
  const revisions = await readRevisions(store, rev, SEARCHED_REVISIONS)
  for (const version of new Set(revisions.map((pointer) => pointer.modules[module]?.stable))) {
    if (!version || version === except || version === modules[module]?.stable) continue
    const document = await registry.document(module, version)
    if (document && !isRefused(await checkRollback(platform, document))) return version
  }
  return null
}

/** Throws 400 if a parameter of the action is missing. */
const applyAction = (
  pointer: Pointer,
  { action, by, module, request }: ChangeInput,
  checks: CheckResult[],
  isForced: boolean,
  target: string | undefined,
): PointerUpdate | null => {
  const { version, percent, range, flag, browserCheck, ramp } = request
  const reason = isForced ? ['forced', request.reason].filter(Boolean).join(': ') : request.reason
  const input = { by, module, reason, checks: checks.length > 0 ? checks : undefined }
  switch (action) {
    case 'promote':
      if (!version) throw invalid({ version: 'Name a version.' })
      return promote(pointer, { ...input, version })
    case 'canary':
      if (percent === undefined) throw invalid({ percent: 'Give a percentage.' })
      if (ramp && [percent, ...ramp.shares].some((share, at, all) => at > 0 && share <= (all[at - 1] ?? 0))) {
        throw invalid({ ramp: 'Each share must be larger than the one before.' })
      }
      return startCanary(pointer, {
        ...{ ...input, version, percent },
        ramp: ramp && rampOf(ramp.shares, ramp.holdMinutes),
      })
    case 'rollback':
      return version ? rollBackTo(pointer, { ...input, to: version }) : rollBack(pointer, { ...input, to: target })
    case 'disable':
      if (module === 'shell') throw refused('shell.needed', 'No page works without the shell. Roll it back instead.')
      return disable(pointer, input)
    case 'retire':
      if (module === 'shell') throw refused('shell.needed', 'No page works without the shell. It cannot be retired.')
      return retire(pointer, input)
    case 'enable':
      return enable(pointer, input)
    case 'block':
      if (range === undefined) throw invalid({ range: 'Name the versions, such as <0.3.0.' })
      return block(pointer, { ...input, range })
    case 'unblock':
      return unblock(pointer, { ...input, range })
    case 'flag':
      if (flag === undefined) throw invalid({ flag: 'Name a flag.' })
      if (percent === undefined) throw invalid({ percent: 'Give a percentage; 0 turns the flag off.' })
      if (module === 'shell') throw refused('flag.of_shell', 'The shell has no flags. Only modules do.')
      return setFlag(pointer, { ...input, flag, percent })
    case 'policy':
      if (browserCheck === undefined) throw invalid({ browserCheck: 'Must be required or optional.' })
      if (request.reason === undefined) throw invalid({ reason: 'Give the reason for the audit log.' })
      return setPolicy(pointer, { ...input, browserCheck })
  }
}
