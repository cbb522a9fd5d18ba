// The actions on an environment. Each is a pure function from the current pointer to the next one, so it can run again
// after a lost compare-and-set and be tested against a model. Null means that nothing changes.

import { randomBytes } from 'node:crypto'
import {
  type BrowserCheck,
  type Change,
  type CheckResult,
  type ModuleState,
  type Pointer,
  versionsInUse,
} from '@griot/contracts/module-pointer'
import { AppError, conflict, refused } from '@griot/service-kit/http/errors'
import { blockedReason, rangeMatcher } from './blocked-versions.ts'
import type { PointerUpdate } from './pointer.ts'

/** After this time as the stable version without a rollback, a version counts as good. */
export const PROBATION_MS = 30 * 60_000
const MAX_QUARANTINED = 5
const MAX_BLOCKED_RANGES = 20
const MAX_FLAGS = 20

export interface ActionInput {
  by: string
  module: string
  reason?: string | undefined
  checks?: CheckResult[] | undefined
}

export type Action<Input = object> = (pointer: Pointer, input: ActionInput & Input) => PointerUpdate | null

/** Makes a version stable. The previous stable version becomes the last known good one if its probation has ended. */
export const promote: Action<{ version: string; action?: 'publish' | 'promote' }> = (pointer, input) => {
  requireNotFrozen(pointer)
  const { module, version, action = 'promote' } = input
  const current = pointer.modules[module]
  if (current) requireNotBlocked(module, current, version)
  if (current?.stable === version && current.candidate === null && current.disabled === null) return null
  const next: ModuleState = {
    ...current,
    stable: version,
    since: current?.stable === version && !current.retired ? current.since : timestamp(),
    by: input.by,
    // The versions of a retired module may have been collected.
    lkg: current && !current.retired ? lastKnownGood(current, version) : null,
    candidate: null,
    disabled: null,
    retired: undefined,
    quarantined: (current?.quarantined ?? []).filter((one) => one !== version),
  }
  return updated(pointer, input, next, { action, from: current?.stable ?? null, to: version })
}

/** Returns to `to`. Without it, withdraws the candidate, or returns to the last known good version if there is none. */
export const rollBack: Action<{ to?: string | undefined }> = (pointer, input) => {
  const { module } = input
  const current = requireModule(pointer, module)
  const { candidate, stable, lkg } = current
  if (candidate && input.to === undefined) {
    const next = { ...current, candidate: null, quarantined: withQuarantined(current, candidate.version) }
    return updated(pointer, input, next, { action: 'rollback', from: candidate.version, to: stable })
  }
  const target = input.to ?? lkg
  if (target === stable && input.to !== undefined) return null
  if (!target || target === stable) {
    throw refused('rollback.nowhere', `${module} has no earlier version that is known to be good.`)
  }
  requireNotBlocked(module, current, target)
  const next: ModuleState = {
    ...current,
    stable: target,
    since: timestamp(),
    by: input.by,
    // The target of a rollback is trusted; the version that is left is not.
    lkg: target === lkg || lkg === stable || lkg === null ? target : lkg,
    candidate: null,
    disabled: null,
    quarantined: withQuarantined(current, stable).filter((one) => one !== target),
  }
  return updated(pointer, input, next, { action: 'rollback', from: stable, to: target })
}

/** Returns to a version that the caller selected. Refused in a frozen environment, as a promotion is. */
export const rollBackTo: Action<{ to: string }> = (pointer, input) => {
  requireNotFrozen(pointer)
  return rollBack(pointer, input)
}

/** The automatic rollback of a version that fails for users. Does nothing if it is neither candidate nor newly stable. */
export const quarantine: Action<{ version: string }> = (pointer, input) => {
  const current = pointer.modules[input.module]
  if (!current || current.retired || pointer.frozen !== null) return null
  const isCandidate = current.candidate?.version === input.version
  const isNewStable = current.stable === input.version && current.lkg !== null && current.lkg !== input.version
  if (!isCandidate && !isNewStable) return null
  const { lkg, candidate } = current
  const update = rollBack(pointer, isCandidate ? input : { ...input, to: lkg ?? undefined })
  const rolledBack = update?.pointer.modules[input.module]
  if (!update || !rolledBack) return null
  // The candidate of a stable version that fails may be its repair.
  const state = isCandidate || candidate?.version === lkg ? rolledBack : { ...rolledBack, candidate }
  return {
    pointer: { ...update.pointer, modules: { ...update.pointer.modules, [input.module]: state } },
    change: { ...update.change, action: 'quarantine' },
  }
}

/** Switches a module off: its pages and slots show their fallbacks, and none of its files is loaded. */
export const disable: Action = (pointer, input) => {
  const current = requireModule(pointer, input.module)
  const disabled = input.reason ?? 'switched off'
  if (current.disabled === disabled) return null
  return updated(pointer, input, { ...current, disabled }, { action: 'disable', from: current.stable })
}

/**
 * Removes a module from menus and the registry. A gateway of an earlier release shows it as switched off. Its versions stay
 * until they are collected, and its blocks, because old tabs may still send requests.
 */
export const retire: Action = (pointer, input) => {
  requireNotFrozen(pointer)
  const current = requireModule(pointer, input.module)
  const next: ModuleState = {
    ...current,
    since: timestamp(),
    by: input.by,
    lkg: null,
    candidate: null,
    disabled: input.reason ?? 'retired',
    retired: true,
    flags: undefined,
  }
  return updated(pointer, input, next, { action: 'disable', from: current.stable, retired: true })
}

export const enable: Action = (pointer, input) => {
  requireNotFrozen(pointer)
  const current = requireModule(pointer, input.module)
  if (current.disabled === null) return null
  return updated(pointer, input, { ...current, disabled: null }, { action: 'enable', to: current.stable })
}

/** Blocks a version or range: the API rejects its requests. Refuses a range that contains a version in use. */
export const block: Action<{ range: string }> = (pointer, input) => {
  const { by, module, range, reason = 'too old' } = input
  const current = requireModule(pointer, module)
  const matches = rangeMatcher(range)
  if (!matches) throw refused('range.unknown', `${range} is neither a version nor a range such as <0.3.0.`)
  const { blocked = [] } = current
  const inUse = versionsInUse(current).find(matches)
  if (inUse) throw conflict('block.in_use', `${module} ${inUse} is current, a candidate or the rollback target.`)
  const others = blocked.filter((one) => one.range !== range)
  if (blocked.some((one) => one.range === range && one.reason === reason)) return null
  if (others.length >= MAX_BLOCKED_RANGES) {
    const message = `${module} has ${MAX_BLOCKED_RANGES} blocked ranges. Replace some of them by one wider range.`
    throw refused('block.too_many', message)
  }
  const next = { ...current, blocked: [...others, { range, reason, by, since: timestamp() }] }
  return updated(pointer, input, next, { action: 'block', range })
}

/** Ends one block; without a range, all blocks of the module. */
export const unblock: Action<{ range?: string | undefined }> = (pointer, input) => {
  requireNotFrozen(pointer)
  const { module, range } = input
  const current = requireModule(pointer, module)
  const { blocked = [] } = current
  const rest = range === undefined ? [] : blocked.filter((one) => one.range !== range)
  if (rest.length === blocked.length) return null
  const next = { ...current, blocked: rest.length > 0 ? rest : undefined }
  return updated(pointer, input, next, { action: 'unblock', range })
}

/**
 * Turns a flag of a module on for a share of the users; 0 turns it off. While the flag is on, users who have it keep it as
 * the share grows. A smaller share is allowed in a frozen environment, as a rollback is.
 */
export const setFlag: Action<{ flag: string; percent: number }> = (pointer, input) => {
  const { module, flag, percent } = input
  const current = requireModule(pointer, module)
  const flags = new Map(Object.entries(current.flags ?? {}))
  const { percent: before, salt } = flags.get(flag) ?? { percent: 0, salt: newSalt() }
  if (percent === before) return null
  if (percent > before) requireNotFrozen(pointer)
  if (before === 0 && flags.size >= MAX_FLAGS) {
    throw refused('flag.too_many', `${module} has ${MAX_FLAGS} flags on. Turn one off that is no longer used.`)
  }
  if (percent === 0) flags.delete(flag)
  else flags.set(flag, { percent, salt })
  const next = { ...current, flags: flags.size > 0 ? Object.fromEntries(flags) : undefined }
  return updated(pointer, input, next, { action: 'flag', flag, percent })
}

/** Whether a version is released to all users only after a passed browser check. */
export const setPolicy: Action<{ browserCheck: BrowserCheck }> = (pointer, input) => {
  requireNotFrozen(pointer)
  const { module, browserCheck } = input
  const current = requireModule(pointer, module)
  if ((current.browserCheck ?? 'required') === browserCheck) return null
  return updated(pointer, input, { ...current, browserCheck }, { action: 'flag', browserCheck })
}

/**
 * Stores the reason of a freeze; null ends it. Meanwhile `requireNotFrozen` refuses all changes but disable, block, a smaller
 * share and rollbacks to no named version.
 */
export const freeze = (pointer: Pointer, { by, reason }: { by: string; reason: string | null }) => {
  if (pointer.frozen === reason) return null
  const action = reason === null ? 'unfreeze' : 'freeze'
  const change: Change = { by, action, module: null, from: null, to: null, reason: reason ?? undefined }
  return { pointer: { modules: pointer.modules, frozen: reason }, change }
}

export const newSalt = () => randomBytes(6).toString('hex')

export const timestamp = () => new Date().toISOString()

/** The rollback target if `next` fails. The first version of a module counts as good without probation. */
const lastKnownGood = ({ stable, lkg, since, disabled }: ModuleState, next: string) => {
  if (stable === next) return lkg
  const hasPassedProbation = disabled === null && Date.now() - Date.parse(since) >= PROBATION_MS
  return lkg === null || hasPassedProbation ? stable : lkg
}

const withQuarantined = ({ quarantined }: ModuleState, version: string) =>
  [version, ...quarantined.filter((one) => one !== version)].slice(0, MAX_QUARANTINED)

export const requireModule = (pointer: Pointer, module: string): ModuleState => {
  const current = Object.hasOwn(pointer.modules, module) ? pointer.modules[module] : undefined
  if (!current) throw new AppError(404, 'module.not_released', `${module} has no version in ${pointer.env} yet.`)
  if (current.retired) {
    throw conflict('module.retired', `${module} is retired. Promote a version to bring it back.`)
  }
  return current
}

export const requireNotBlocked = (module: string, current: ModuleState, version: string) => {
  const reason = blockedReason(current, version)
  if (reason !== null) throw conflict('version.blocked', `${module} ${version} is blocked: ${reason}.`)
}

export const requireNotFrozen = ({ frozen, env }: Pointer) => {
  if (frozen !== null) throw conflict('environment.frozen', `${env} is frozen: ${frozen}.`)
}

export const updated = (
  pointer: Pointer,
  { by, module, reason, checks }: ActionInput,
  next: ModuleState,
  what: Pick<Change, 'action'> & Partial<Change>,
): PointerUpdate => ({
  pointer: { frozen: pointer.frozen, modules: { ...pointer.modules, [module]: next } },
  change: { by, module, from: null, to: null, ...what, reason, checks },
})
