import { describe, expect, it } from 'vitest'
import {
  compareApiFaults,
  compareLoadTimes,
  failureBounds,
  type Measured,
  problemOf,
  type SessionCounts,
  weightOf,
} from './rollback-policy.ts'

const counts = (sessions: number, failedSessions: number, tamperedSessions = 0, weight = 1): SessionCounts => ({
  sessions,
  failedSessions,
  tamperedSessions,
  weight: weight * sessions,
  failedWeight: weight * failedSessions,
})

const measured = (more: Partial<Measured>): Measured => ({
  version: counts(100, 10),
  baseline: counts(1900, 2),
  others: [counts(2000, 3), counts(1500, 0)],
  ...more,
})

describe('problemOf', () => {
  it('rolls back a candidate at 5 % that fails in a tenth of its sessions', () => {
    expect(problemOf(measured({}))).toEqual({
      ...{ cause: 'failed', needsRollback: true },
      says: 'it failed in 10 of 100 sessions',
    })
  })

  it('does nothing if other versions fail too', () => {
    expect(problemOf(measured({ baseline: counts(1900, 190), others: [counts(2000, 200)] }))).toBeNull()
    expect(problemOf(measured({ others: [counts(2000, 200), counts(1500, 0)] }))).toBeNull()
  })

  it('does nothing for too few sessions or a single failure', () => {
    expect(problemOf(measured({ version: counts(19, 19) }))).toBeNull()
    expect(problemOf(measured({ version: counts(10_000, 1) }))).toBeNull()
  })

  it('tolerates rare failures', () => {
    expect(problemOf(measured({ version: counts(100, 2) }))).toBeNull()
  })

  it('applies the fixed limit if no session has the baseline', () => {
    expect(problemOf(measured({ baseline: counts(0, 0) }))).toEqual({
      ...{ cause: 'failed', needsRollback: true },
      says: 'it failed in 10 of 100 sessions',
    })
  })

  it('rolls back after three sessions with tampered files', () => {
    expect(problemOf(measured({ version: counts(3, 3, 3) }))).toEqual({
      ...{ cause: 'changed', needsRollback: true },
      says: 'its files arrived changed in 3 sessions',
    })
    expect(problemOf(measured({ version: counts(3, 2, 2) }))).toBeNull()
  })

  it.each([
    // A small installation: nearly all sessions must fail.
    ...[
      { sessions: 20, failed: 20, needsRollback: true },
      { sessions: 20, failed: 19, needsRollback: true },
      { sessions: 20, failed: 18, needsRollback: false },
      { sessions: 50, failed: 42, needsRollback: true },
      { sessions: 50, failed: 41, needsRollback: false },
    ],
    // Enough sessions, and enough that failed.
    ...[
      { sessions: 99, failed: 50, needsRollback: false },
      { sessions: 100, failed: 50, needsRollback: true },
      { sessions: 100, failed: 9, needsRollback: false },
    ],
  ])(
    'with $failed of $sessions failed sessions needs a rollback: $needsRollback',
    ({ sessions, failed, needsRollback }) => {
      expect(problemOf(measured({ version: counts(sessions, failed) }))).toMatchObject({ needsRollback })
    },
  )
})

describe('weightOf', () => {
  const weight = (accountAgeDays: number, activeDays: number) => weightOf({ accountAgeDays, activeDays })

  it('grows with the age of the account and its days of use within a week', () => {
    expect([0, 0.5, 3.5, 7, 400].map((age) => weight(age, 30))).toEqual([0.1, 0.1, 0.5, 1, 1])
    expect([0, 1, 3.5, 7, 30].map((days) => weight(400, days))).toEqual([0.1, 1 / 7, 0.5, 1, 1])
  })

  it('lets ten new accounts count like an established one', () => {
    expect(problemOf(measured({ version: counts(199, 199, 0, weight(0, 1)) }))).toBeNull()
    expect(problemOf(measured({ version: counts(200, 200, 0, weight(0, 1)) }))).not.toBeNull()
  })
})

describe('compareLoadTimes', () => {
  const times = (loadP75: number | null, sessions = 40) => ({ sessions, loadP75 })

  it('warns if a version loads more than 20 % slower', () => {
    expect(compareLoadTimes(times(730), times(600))).toBe(
      'It loads in 730 ms, the current version in 600 ms (75th percentile).',
    )
    expect(compareLoadTimes(times(710), times(600))).toBeNull()
  })

  it('returns null for too few sessions', () => {
    expect(compareLoadTimes(times(730, 19), times(600))).toBeNull()
    expect(compareLoadTimes(times(730), times(600, 3))).toBeNull()
    expect(compareLoadTimes(times(null), times(600))).toBeNull()
    expect(compareLoadTimes(undefined, undefined)).toBeNull()
  })
})

describe('compareApiFaults', () => {
  const faults = (faultySessions: number, sessions: number) => ({ sessions, faultySessions })

  it('warns if the API fails much more often than for the current version', () => {
    expect(compareApiFaults(faults(10, 100), faults(5, 1900))).toBe(
      'The API failed in 10 of its 100 sessions, much more often than with the current version.',
    )
  })

  it('returns null in an outage and for too few sessions', () => {
    expect(compareApiFaults(faults(50, 100), faults(900, 1900))).toBeNull()
    expect(compareApiFaults(faults(10, 19), faults(0, 1900))).toBeNull()
    expect(compareApiFaults(faults(10, 100), faults(0, 3))).toBeNull()
    expect(compareApiFaults(undefined, faults(0, 1900))).toBeNull()
  })
})

describe('failureBounds', () => {
  it('narrows with more sessions', () => {
    const few = failureBounds({ sessions: 20, failedSessions: 2 })
    const many = failureBounds({ sessions: 2000, failedSessions: 200 })

    expect(few.lower).toBeCloseTo(0.028, 2)
    expect(few.upper).toBeCloseTo(0.301, 2)
    expect(many.lower).toBeGreaterThan(few.lower)
    expect(many.upper).toBeLessThan(few.upper)
  })
})
