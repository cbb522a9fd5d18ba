import type { VersionHealth } from '@griot/contracts/module-registry'

// Whether a version fails for people, from counts alone. Nothing here knows where the counts come from.

export interface Counted {
  sessions: number
  failedSessions: number
  tamperedSessions: number
}

export interface Judged {
  module: string
  version: string
  /** The version on trial, or the new stable one in its probation. */
  counted: Counted
  /** The version that people would be given instead. */
  baseline: Counted
  /** The standing versions of the other modules, shell included. */
  others: readonly Counted[]
}

const ENOUGH_SESSIONS = 20
const MUCH_SLOWER = 1.2
const WORST_SHARE = 0.02
const TAMPERED_SESSIONS = 3
// 95 of 100 times the real share lies between the bounds.
const Z = 1.96

/** The least and the most that a share may really be, after what was counted (Wilson). */
export const boundsOf = ({ sessions, failedSessions }: Pick<Counted, 'sessions' | 'failedSessions'>) => {
  if (sessions === 0) return { lower: 0, upper: 1 }
  const share = failedSessions / sessions
  const weight = (Z * Z) / sessions
  const middle = share + weight / 2
  const reach = Z * Math.sqrt((share * (1 - share)) / sessions + weight / (4 * sessions))
  return { lower: (middle - reach) / (1 + weight), upper: (middle + reach) / (1 + weight) }
}

type Measured = Pick<Counted, 'sessions'> & { loadP75: number | null }

/** That a version comes much later than what stands, in a sentence; null when it does not, or too few have said so. */
export const slowness = (own: Measured | undefined, standing: Measured | undefined): string | null => {
  const measured = [own, standing].map((one) => (one && one.sessions >= ENOUGH_SESSIONS ? one.loadP75 : null))
  const [mine, theirs] = measured
  if (!mine || !theirs || mine <= MUCH_SLOWER * theirs) return null
  return `It is ready after ${Math.round(mine)} ms, and what stands after ${Math.round(theirs)} ms (three of four people).`
}

type Asking = Pick<VersionHealth, 'sessions' | 'faultySessions'>

/**
 * That people of a version meet faults of the API far more often than those of what stands, in a sentence: it may ask for
 * what the services do not bear. Most often it is the services alone, so nothing is taken back for it.
 */
export const faultiness = (own: Asking | undefined, standing: Asking | undefined): string | null => {
  const [mine, theirs] = [own, standing].map((one) =>
    one && one.sessions >= ENOUGH_SESSIONS ? boundsOf({ ...one, failedSessions: one.faultySessions }) : null,
  )
  if (!own || !mine || !theirs || mine.lower <= WORST_SHARE || mine.lower <= 2 * theirs.upper) return null
  return `The API failed for ${own.faultySessions} of its ${own.sessions} people, far more often than with what stands.`
}

/** Why a version should be taken back: it fails for people, or its files arrive changed, which somebody is woken for. */
export interface Verdict {
  cause: 'failed' | 'changed'
  /** For the journal. */
  says: string
}

/** Null when a version should not be taken back. */
export const verdict = ({ counted, baseline, others }: Judged): Verdict | null => {
  if (counted.tamperedSessions >= TAMPERED_SESSIONS) {
    return { cause: 'changed', says: `files of it arrived changed in ${counted.tamperedSessions} sessions` }
  }
  const { lower } = boundsOf(counted)
  if (counted.sessions < ENOUGH_SESSIONS || lower <= WORST_SHARE) return null
  // Nobody has the other version any more when everyone got the new one: then only the plain limit counts.
  if (baseline.sessions >= ENOUGH_SESSIONS && lower <= 2 * boundsOf(baseline).upper) return null
  // When others fail as well it is the network or we ourselves, and taking a version back would help nobody.
  const failing = others.filter((other) => other.sessions >= ENOUGH_SESSIONS && boundsOf(other).lower > WORST_SHARE)
  if (failing.length > 0) return null
  return { cause: 'failed', says: `it failed in ${counted.failedSessions} of ${counted.sessions} sessions` }
}
