// The actions on candidates: versions that a share of the users gets. See changes.ts.

import { randomInt } from 'node:crypto'
import type { ModuleState, Pointer, Ramp } from '@griot/contracts/module-pointer'
import { conflict, refused } from '@griot/service-kit/http/errors'
import { allocateBuckets, BUCKETS, sizeOf } from './buckets.ts'
import {
  type Action,
  newSalt,
  promote,
  requireModule,
  requireNotBlocked,
  requireNotFrozen,
  timestamp,
  updated,
} from './changes.ts'

type CanaryInput = { version?: string | undefined; percent: number; ramp?: Ramp | undefined }

/** Assigns a version to a share of the users, or changes that share. Each user gets the candidate of one module at most. */
export const startCanary: Action<CanaryInput> = (pointer, input) => {
  requireNotFrozen(pointer)
  const { module, percent, ramp } = input
  const current = requireModule(pointer, module)
  const version = input.version ?? current.candidate?.version
  if (!version) throw refused('candidate.missing', `${module} has no candidate. Name a version.`)
  requireNotBlocked(module, current, version)
  if (version === current.stable) {
    throw refused('candidate.stable', `${version} is already the version of all users.`)
  }
  const running = current.candidate?.version === version ? current.candidate : null
  if (running?.percent === percent && !running.ramp && !ramp) return null
  const buckets = bucketsFor(pointer, module, running, percent)
  const candidate = { salt: newSalt(), since: timestamp(), ...running, version, percent, buckets, ramp }
  // A forced canary of a quarantined version lifts the quarantine; otherwise tabs would reject the version at once.
  const quarantined = current.quarantined.filter((one) => one !== version)
  const next = { ...current, candidate, quarantined }
  return updated(pointer, input, next, { action: 'canary', from: current.stable, to: version, percent })
}

/** A candidate of an earlier release has no buckets: it keeps its users by its salt, and must be the only one. */
const bucketsFor = (
  { modules }: Pointer,
  module: string,
  running: ModuleState['candidate'],
  percent: number,
): [number, number][] | undefined => {
  const others = Object.entries(modules).flatMap(([name, { candidate }]) =>
    candidate && name !== module ? [{ name, ...candidate }] : [],
  )
  const isOfEarlierRelease = running !== null && !running.buckets
  const alone = others.find(({ buckets }) => isOfEarlierRelease || !buckets)
  if (alone) {
    const message = `${alone.name} ${alone.version} is a candidate, and an earlier release of Griot started one of the two. Promote or roll back one first.`
    throw conflict('candidate.other', message)
  }
  if (isOfEarlierRelease) return undefined
  const taken = others.flatMap(({ buckets = [] }) => buckets)
  const buckets = allocateBuckets(running?.buckets ?? [], taken, percent, randomInt(BUCKETS))
  if (buckets) return buckets
  const names = others.map(({ name, percent: share }) => `${name} for ${share} %`).join(', ')
  const left = 100 - (100 * sizeOf(taken)) / BUCKETS
  const message = `At most ${left} % of the users are left for ${module}: the others have a candidate of another module (${names}).`
  throw conflict('candidate.other', message)
}

/** The share that the ramp of a candidate has reached by now; null if it has none or holds. */
export const dueShare = ({ modules, frozen }: Pointer, module: string) => {
  const candidate = modules[module]?.candidate
  const { shares: [percent] = [], until } = candidate?.ramp ?? {}
  if (!candidate || percent === undefined || frozen !== null || Date.parse(until ?? '') > Date.now()) return null
  return { version: candidate.version, from: candidate.percent, percent }
}

/** Applies the next share of a ramp. Does nothing if another instance did: then another share is due, or none. */
export const advanceRamp: Action<NonNullable<ReturnType<typeof dueShare>>> = (pointer, input) => {
  const { module, version, percent } = input
  const due = dueShare(pointer, module)
  if (due?.version !== version || due.percent !== percent) return null
  if (percent === 100) return promote(pointer, { ...input, action: 'promote' })
  const { shares = [], holdMinutes = 1 } = pointer.modules[module]?.candidate?.ramp ?? {}
  const [, ...rest] = shares
  return startCanary(pointer, { ...input, ramp: rest.length > 0 ? rampOf(rest, holdMinutes) : undefined })
}

/** Ends the ramp of a candidate, which keeps its share. */
export const endRamp: Action<{ version: string }> = (pointer, input) => {
  const current = requireModule(pointer, input.module)
  const { candidate, stable } = current
  if (candidate?.version !== input.version || !candidate.ramp) return null
  const { version, percent } = candidate
  const next = { ...current, candidate: { ...candidate, ramp: undefined } }
  return updated(pointer, input, next, { action: 'canary', from: stable, to: version, percent })
}

export const rampOf = (shares: number[], holdMinutes: number): Ramp => ({
  ...{ shares, holdMinutes },
  until: new Date(Date.now() + holdMinutes * 60_000).toISOString(),
})
