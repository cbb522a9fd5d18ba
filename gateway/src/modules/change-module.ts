import type { ChangeAction, CheckResult, Pointer } from '@griot/contracts/module-pointer'
import type { ChangeRequest, ChangeResponse } from '@griot/contracts/module-registry'
import {
  block,
  disable,
  enable,
  promote,
  rollBack,
  setFlag,
  startCanary,
  unblock,
} from '@griot/module-registry/changes'
import { isRefused } from '@griot/module-registry/checks/checks'
import { type PointerUpdate, readPointer, readRevisions, updatePointer } from '@griot/module-registry/pointer'
import type { RegistryStore } from '@griot/module-registry/registry-store'
import { readDeployer } from '@griot/module-registry/versions'
import { AppError, invalid, orNotFound, refused } from '@griot/service-kit/http/errors'
import { requireVersion } from './operations.ts'
import type { Platform } from './registry.ts'
import { checkRelease, checkRollback } from './release-checks.ts'

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
    const checks = await runChecks(platform, input, pointer)
    const isForced = await requireAllowed(platform, input, pointer, checks)
    const result = applyAction(pointer, input, checks, isForced)
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

/** Empty for a change that shows no other version to users. */
const runChecks = async (
  platform: Platform,
  { action, module, request: { version } }: ChangeInput,
  pointer: Pointer,
): Promise<CheckResult[]> => {
  const current = pointer.modules[module]
  const isNewCanary = action === 'canary' && version !== current?.candidate?.version
  if (version && (action === 'promote' || isNewCanary)) {
    return checkRelease(platform, await requireVersion(platform, module, version))
  }
  const target = version ?? (current?.candidate ? undefined : current?.lkg)
  if (action === 'rollback' && target && target !== current?.stable) {
    return checkRollback(platform, await requireVersion(platform, module, target))
  }
  return []
}

/** Throws if the change is refused. Returns true if it needs force and has it. */
const requireAllowed = async (
  platform: Platform,
  { action, by, module, request: { version, force = false } }: ChangeInput,
  pointer: Pointer,
  checks: CheckResult[],
): Promise<boolean> => {
  const isQuarantined = action !== 'rollback' && version && pointer.modules[module]?.quarantined.includes(version)
  if (isQuarantined && !force) {
    const message = `${module} ${version} was rolled back. Deploy a new version, or let another person force this one.`
    throw refused('version.quarantined', message)
  }
  if (!isQuarantined && !isRefused(checks)) return false
  if (!force) {
    const other = action === 'rollback' ? await findRollbackTarget(platform, module, version) : null
    throw checksRefused(checks, other ? ` ${module} ${other} passes the checks: roll back to that version.` : '')
  }
  if (action === 'rollback' || !version) return true
  const deployer = await readDeployer(platform.store, module, version)
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
): PointerUpdate | null => {
  const { version, percent, range, flag } = request
  const reason = isForced ? ['forced', request.reason].filter(Boolean).join(': ') : request.reason
  const input = { by, module, reason, checks: checks.length > 0 ? checks : undefined }
  switch (action) {
    case 'promote':
      if (!version) throw invalid({ version: 'Name a version.' })
      return promote(pointer, { ...input, version })
    case 'canary':
      if (percent === undefined) throw invalid({ percent: 'Give a percentage.' })
      return startCanary(pointer, { ...input, version, percent })
    case 'rollback':
      return rollBack(pointer, { ...input, to: version })
    case 'disable':
      if (module === 'shell') throw refused('shell.needed', 'No page works without the shell. Roll it back instead.')
      return disable(pointer, input)
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
  }
}
