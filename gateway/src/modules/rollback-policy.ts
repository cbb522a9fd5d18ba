// Decides from session counts whether a version fails for users. Pure: it does not depend on the source of the counts.

import type { VersionHealth } from '@griot/contracts/module-registry'
import type { Session } from '../http/context.ts'

export interface SessionCounts {
  sessions: number
  failedSessions: number
  tamperedSessions: number
  /**
   * The sum of the weights of all sessions, and of those that failed. Sessions with changed files are not among the failed
   * ones, because they are a failure only if the stored files are changed.
   */
  weight: number
  failedWeight: number
}

/** A forged report of full weight costs an account of this age that was used on as many days. */
const FULL_WEIGHT_DAYS = 7
/** Ten new accounts count like an established one. */
const MIN_WEIGHT = 0.1
/** The reports from one address count no more than those of one established account. */
export const MAX_ADDRESS_WEIGHT = 1

/** How much a report of an account counts: by its age, or by the days on which it was used if they are fewer. */
export const weightOf = ({ accountAgeDays, activeDays }: Pick<Session, 'accountAgeDays' | 'activeDays'>) =>
  Math.min(1, Math.max(MIN_WEIGHT, Math.min(accountAgeDays, activeDays) / FULL_WEIGHT_DAYS))

const weighted = ({ weight, failedWeight }: SessionCounts) => ({ sessions: weight, failedSessions: failedWeight })

export interface Measured {
  /** The candidate, or the new stable version in its probation. */
  version: SessionCounts
  /** The version that users would get instead. */
  baseline: SessionCounts
  /** The current versions of the other modules and the shell. */
  others: readonly SessionCounts[]
}

const MIN_SESSIONS = 20
const MAX_SLOWDOWN = 1.2
const MAX_FAILED_SHARE = 0.02
/** From these weights on, a version that fails is rolled back. */
const MIN_WEIGHT_OF_SHARE = 100
const MIN_FAILED_WEIGHT = 10
/** With less weight, a version is rolled back only if clearly more than this share fails: 19 of 20, 42 of 50. */
const NEARLY_ALL = 0.7
const MAX_TAMPERED_SESSIONS = 2
/** Standard score of the 95 % confidence interval. */
const Z = 1.96

/** The 95 % confidence interval of the failed share (Wilson score interval). */
export const failureBounds = ({ sessions, failedSessions }: Pick<SessionCounts, 'sessions' | 'failedSessions'>) => {
  if (sessions === 0) return { lower: 0, upper: 1 }
  const share = failedSessions / sessions
  const weight = (Z * Z) / sessions
  const middle = share + weight / 2
  const reach = Z * Math.sqrt((share * (1 - share)) / sessions + weight / (4 * sessions))
  return { lower: (middle - reach) / (1 + weight), upper: (middle + reach) / (1 + weight) }
}

type LoadTimes = Pick<VersionHealth, 'sessions' | 'loadP75'>

/** A warning if a version loads much slower than the current one; null if not, or with too few sessions. */
export const compareLoadTimes = (own: LoadTimes | undefined, current: LoadTimes | undefined): string | null => {
  const [ownMs, currentMs] = [own, current].map((one) => (one && one.sessions >= MIN_SESSIONS ? one.loadP75 : null))
  if (!ownMs || !currentMs || ownMs <= MAX_SLOWDOWN * currentMs) return null
  return `It loads in ${Math.round(ownMs)} ms, the current version in ${Math.round(currentMs)} ms (75th percentile).`
}

type ApiFaults = Pick<VersionHealth, 'sessions' | 'faultySessions'>

/**
 * A warning if the API fails much more often for a version than for the current one: it may overload a service. Most API
 * faults are not caused by a version, so they never cause a rollback.
 */
export const compareApiFaults = (own: ApiFaults | undefined, current: ApiFaults | undefined): string | null => {
  const [ownShare, currentShare] = [own, current].map((one) =>
    one && one.sessions >= MIN_SESSIONS ? failureBounds({ ...one, failedSessions: one.faultySessions }) : null,
  )
  if (!own || !ownShare || !currentShare) return null
  if (ownShare.lower <= MAX_FAILED_SHARE || ownShare.lower <= 2 * currentShare.upper) return null
  return `The API failed in ${own.faultySessions} of its ${own.sessions} sessions, much more often than with the current version.`
}

export interface Problem {
  /** `failed`: it fails for users. `changed`: its files arrive tampered, which alerts the operator. */
  cause: 'failed' | 'changed'
  /** Otherwise the reports suffice to stop a ramp and to notify the team, not for a rollback. */
  needsRollback: boolean
  /** For the audit log. */
  says: string
}

/** Null if the version works for its users. The caller verifies the stored files before it trusts `changed`. */
export const problemOf = ({ version, baseline, others }: Measured): Problem | null => {
  if (version.tamperedSessions > MAX_TAMPERED_SESSIONS) {
    const says = `its files arrived changed in ${version.tamperedSessions} sessions`
    return { cause: 'changed', needsRollback: true, says }
  }
  const { lower } = failureBounds(weighted(version))
  if (version.weight < MIN_SESSIONS || lower <= MAX_FAILED_SHARE) return null
  // When all users have the new version, the baseline has no sessions: then only the fixed limit applies.
  if (baseline.weight >= MIN_SESSIONS && lower <= 2 * failureBounds(weighted(baseline)).upper) return null
  // If other modules fail too, the network or the product is the cause and a rollback does not help.
  const isFailing = (other: SessionCounts) =>
    other.weight >= MIN_SESSIONS && failureBounds(weighted(other)).lower > MAX_FAILED_SHARE
  if (others.some(isFailing)) return null
  const isLarge = version.weight >= MIN_WEIGHT_OF_SHARE && version.failedWeight >= MIN_FAILED_WEIGHT
  const says = `it failed in ${version.failedSessions} of ${version.sessions} sessions`
  return { cause: 'failed', needsRollback: isLarge || lower > NEARLY_ALL, says }
}
