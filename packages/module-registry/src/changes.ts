import { randomBytes } from 'node:crypto'
import type { Change, CheckResult, Pointer, Standing } from '@griot/contracts/module-pointer'
import { meantBy, whyBlocked } from './blocked.ts'
import type { Moved } from './pointer.ts'
import { registryRefusal } from './refusal.ts'

// What can be done to an environment. Each is a pure step from what stands to what should, so that it can be run again
// when another writer was quicker, and be tried against a model.

/** A version that has stood this long without being taken back is known to be good. */
export const PROBATION_MS = 30 * 60_000
const QUARANTINE_REMEMBERS = 5
const MOST_BLOCKED = 20
const MOST_FLAGS = 20

export interface Asked {
  by: string
  module: string
  reason?: string | undefined
  checks?: CheckResult[] | undefined
}

type Step<More> = (standing: Pointer, asked: Asked & More, now?: Date) => Moved | null

/** Makes a version the stable one. What stood becomes the last known good once it has proved itself. */
export const promote: Step<{ version: string; action?: 'publish' | 'promote' }> = (
  pointer,
  asked,
  now = new Date(),
) => {
  refuseFrozen(pointer)
  const { module, version } = asked
  const standing = pointer.modules[module]
  if (standing) refuseBlocked(module, standing, version)
  if (standing?.stable === version && standing.candidate === null && standing.disabled === null) return null
  const next: Standing = {
    stable: version,
    since: standing?.stable === version ? standing.since : now.toISOString(),
    by: asked.by,
    lkg: standing ? goodVersion(standing, version, now) : null,
    candidate: null,
    disabled: null,
    quarantined: (standing?.quarantined ?? []).filter((one) => one !== version),
    ...(standing?.blocked ? { blocked: standing.blocked } : {}),
    ...(standing?.flags ? { flags: standing.flags } : {}),
  }
  return moved(pointer, asked, next, { action: asked.action ?? 'promote', from: standing?.stable ?? null, to: version })
}

/** Shows a version to a share of the people, or changes that share. There is one candidate at a time. */
export const startCanary: Step<{ version?: string | undefined; percent: number }> = (
  pointer,
  asked,
  now = new Date(),
) => {
  refuseFrozen(pointer)
  const { module, percent } = asked
  const standing = mustStand(pointer, module)
  const version = asked.version ?? standing.candidate?.version
  if (!version) throw registryRefusal(422, 'candidate.missing', `${module} has no candidate: say which version.`)
  refuseBlocked(module, standing, version)
  if (version === standing.stable) {
    throw registryRefusal(422, 'candidate.stable', `${version} is what everyone already sees.`)
  }
  const other = Object.entries(pointer.modules).find(([name, { candidate }]) => candidate && name !== module)
  if (other) {
    const [name, { candidate }] = other
    throw registryRefusal(
      409,
      'candidate.other',
      `${name} ${candidate?.version} is on trial: only one candidate at a time, so that a failure has one cause.`,
    )
  }
  const running = standing.candidate?.version === version ? standing.candidate : null
  if (running?.percent === percent) return null
  const candidate = {
    version,
    percent,
    salt: running?.salt ?? randomBytes(6).toString('hex'),
    since: running?.since ?? now.toISOString(),
  }
  // Whoever tries what was taken back has forced it: tabs would leave it at once otherwise.
  const quarantined = standing.quarantined.filter((one) => one !== version)
  return moved(
    pointer,
    asked,
    { ...standing, candidate, quarantined },
    { action: 'canary', from: standing.stable, to: version, percent },
  )
}

/** Takes the candidate back when there is one, else goes back to the last known good version or to the one named. */
export const rollBack: Step<{ to?: string | undefined }> = (pointer, asked, now = new Date()) => {
  const { module } = asked
  const standing = mustStand(pointer, module)
  const { candidate, stable, lkg } = standing
  if (candidate && asked.to === undefined) {
    const next = { ...standing, candidate: null, quarantined: remember(standing, candidate.version) }
    return moved(pointer, asked, next, { action: 'rollback', from: candidate.version, to: stable })
  }
  const target = asked.to ?? lkg
  if (target === stable && asked.to !== undefined) return null
  if (!target || target === stable) {
    throw registryRefusal(422, 'rollback.nowhere', `${module} has no earlier version that is known to be good.`)
  }
  refuseBlocked(module, standing, target)
  const next: Standing = {
    ...standing,
    stable: target,
    since: now.toISOString(),
    by: asked.by,
    // Going back is no promotion: what is returned to is trusted, and what is left is not.
    lkg: target === lkg || lkg === stable || lkg === null ? target : lkg,
    candidate: null,
    disabled: null,
    quarantined: remember(standing, stable).filter((one) => one !== target),
  }
  return moved(pointer, asked, next, { action: 'rollback', from: stable, to: target })
}

/** What the registry does by itself when a version fails for people: as a rollback, in its own name. */
export const quarantine: Step<{ version: string }> = (pointer, asked, now = new Date()) => {
  if (pointer.frozen !== null) return null
  const standing = pointer.modules[asked.module]
  if (!standing) return null
  const isCandidate = standing.candidate?.version === asked.version
  const isNewStable = standing.stable === asked.version && standing.lkg !== null && standing.lkg !== asked.version
  if (!isCandidate && !isNewStable) return null
  const back = rollBack(pointer, isCandidate ? asked : { ...asked, to: standing.lkg ?? undefined }, now)
  return back && { ...back, change: { ...back.change, action: 'quarantine' } }
}

/** Switches a module off: its pages and slots show what they say when they fail, and nothing of it is loaded. */
export const disable: Step<object> = (pointer, asked) => {
  const standing = mustStand(pointer, asked.module)
  const disabled = asked.reason ?? 'switched off'
  if (standing.disabled === disabled) return null
  return moved(pointer, asked, { ...standing, disabled }, { action: 'disable', from: standing.stable, to: null })
}

export const enable: Step<object> = (pointer, asked) => {
  refuseFrozen(pointer)
  const standing = mustStand(pointer, asked.module)
  if (standing.disabled === null) return null
  return moved(pointer, asked, { ...standing, disabled: null }, { action: 'enable', from: null, to: standing.stable })
}

/** Ends a version, or all below one: nothing it asks is answered any more. What people may be given cannot be blocked. */
export const block: Step<{ range: string }> = (pointer, asked, now = new Date()) => {
  const { by, module, range, reason = 'too old' } = asked
  const standing = mustStand(pointer, module)
  const isMeant = meantBy(range)
  if (!isMeant) throw registryRefusal(422, 'range.unknown', `${range} is neither a version nor a range like <0.3.0.`)
  const { stable, lkg, candidate, blocked = [] } = standing
  const needed = [stable, lkg, candidate?.version].find((version) => version && isMeant(version))
  if (needed) {
    throw registryRefusal(409, 'block.stands', `${module} ${needed} stands, is on trial, or may be gone back to.`)
  }
  const others = blocked.filter((one) => one.range !== range)
  if (blocked.some((one) => one.range === range && one.reason === reason)) return null
  if (others.length >= MOST_BLOCKED) {
    throw registryRefusal(422, 'block.too_many', `${module} has ${MOST_BLOCKED} blocked ranges: one may do for all.`)
  }
  const next = { ...standing, blocked: [...others, { range, reason, by, since: now.toISOString() }] }
  return moved(pointer, asked, next, { action: 'block', from: null, to: null, range })
}

/** Answers them again; without a range, all of the module. */
export const unblock: Step<{ range?: string | undefined }> = (pointer, asked) => {
  refuseFrozen(pointer)
  const { module, range } = asked
  const { blocked = [], ...standing } = mustStand(pointer, module)
  const rest = range === undefined ? [] : blocked.filter((one) => one.range !== range)
  if (rest.length === blocked.length) return null
  const next = rest.length > 0 ? { ...standing, blocked: rest } : standing
  const what = { action: 'unblock' as const, from: null, to: null }
  return moved(pointer, asked, next, range === undefined ? what : { ...what, range })
}

/**
 * Turns a switch of the module's team on for a share of the people, or off. While it is on, a growing share only takes
 * people in; once it was off, it draws other ones. Fewer people are always possible, as going back is.
 */
export const turnFlag: Step<{ flag: string; percent: number }> = (pointer, asked) => {
  const { module, flag, percent } = asked
  const { flags = {}, ...standing } = mustStand(pointer, module)
  const known = Object.hasOwn(flags, flag) ? flags[flag] : undefined
  const others = Object.fromEntries(Object.entries(flags).filter(([name]) => name !== flag))
  if (percent === (known?.percent ?? 0)) return null
  if (percent > (known?.percent ?? 0)) refuseFrozen(pointer)
  if (!known && Object.keys(others).length >= MOST_FLAGS) {
    throw registryRefusal(
      422,
      'flag.too_many',
      `${module} has ${MOST_FLAGS} flags on: switch one off that is done with.`,
    )
  }
  const salt = known?.salt ?? randomBytes(6).toString('hex')
  const on = percent === 0 ? others : { ...others, [flag]: { percent, salt } }
  const next = Object.keys(on).length === 0 ? standing : { ...standing, flags: on }
  return moved(pointer, asked, next, { action: 'flag', from: null, to: null, flag, percent })
}

/** Stops everything but going back, switching off and blocking, until it is opened again with a null reason. */
export const freeze = (pointer: Pointer, asked: { by: string; reason: string | null }): Moved | null => {
  if (pointer.frozen === asked.reason) return null
  const change: Change = {
    by: asked.by,
    action: asked.reason === null ? 'unfreeze' : 'freeze',
    module: null,
    from: null,
    to: null,
    ...(asked.reason === null ? {} : { reason: asked.reason }),
  }
  return { pointer: { modules: pointer.modules, frozen: asked.reason }, change }
}

const hasProvedItself = ({ stable, lkg, since, disabled }: Standing, now: Date) =>
  lkg === stable || (disabled === null && now.getTime() - Date.parse(since) >= PROBATION_MS)

/** What to go back to when `next` fails. The first version ever is better than nothing, proved or not. */
const goodVersion = (standing: Standing, next: string, now: Date) => {
  if (standing.stable === next) return standing.lkg
  if (standing.lkg === null || hasProvedItself(standing, now)) return standing.stable
  return standing.lkg
}

const remember = ({ quarantined }: Standing, version: string) =>
  [version, ...quarantined.filter((one) => one !== version)].slice(0, QUARANTINE_REMEMBERS)

const mustStand = (pointer: Pointer, module: string): Standing => {
  const standing = Object.hasOwn(pointer.modules, module) ? pointer.modules[module] : undefined
  if (!standing) throw registryRefusal(404, 'module.not_standing', `${module} has no version in ${pointer.env} yet.`)
  return standing
}

const refuseBlocked = (module: string, standing: Standing, version: string) => {
  const reason = whyBlocked(standing, version)
  if (reason !== null) throw registryRefusal(409, 'version.blocked', `${module} ${version} is blocked: ${reason}.`)
}

const refuseFrozen = ({ frozen, env }: Pointer) => {
  if (frozen !== null) throw registryRefusal(409, 'environment.frozen', `${env} is frozen: ${frozen}.`)
}

const moved = (
  pointer: Pointer,
  { by, module, reason, checks }: Asked,
  standing: Standing,
  what: Pick<Change, 'action' | 'from' | 'to' | 'percent' | 'range' | 'flag'>,
): Moved => ({
  pointer: { frozen: pointer.frozen, modules: { ...pointer.modules, [module]: standing } },
  change: { by, module, ...what, ...(reason === undefined ? {} : { reason }), ...(checks ? { checks } : {}) },
})
