import { describe, expect, it } from 'vitest'
import { boundsOf, type Counted, faultiness, type Judged, slowness, verdict } from './judge.ts'

const counted = (sessions: number, failedSessions: number, tamperedSessions = 0): Counted => ({
  sessions,
  failedSessions,
  tamperedSessions,
})

const judged = (more: Partial<Judged>): Judged => ({
  module: 'rewards',
  version: 'v2',
  counted: counted(100, 10),
  baseline: counted(1900, 2),
  others: [counted(2000, 3), counted(1500, 0)],
  ...more,
})

describe('the judgement of a version', () => {
  it('takes back one of which a tenth fails at five percent of two thousand people', () => {
    expect(verdict(judged({}))).toEqual({ cause: 'failed', says: 'it failed in 10 of 100 sessions' })
  })

  it('does nothing when everything fails alike', () => {
    expect(verdict(judged({ baseline: counted(1900, 190), others: [counted(2000, 200)] }))).toBeNull()
    expect(verdict(judged({ others: [counted(2000, 200), counted(1500, 0)] }))).toBeNull()
  })

  it('does not judge by a few sessions, nor by one that fails often', () => {
    expect(verdict(judged({ counted: counted(19, 19) }))).toBeNull()
    expect(verdict(judged({ counted: counted(10_000, 1) }))).toBeNull()
  })

  it('does not hold a rare failure against it', () => {
    expect(verdict(judged({ counted: counted(100, 2) }))).toBeNull()
  })

  it('measures a version that everyone has by the plain limit', () => {
    expect(verdict(judged({ baseline: counted(0, 0) }))).toEqual({
      cause: 'failed',
      says: 'it failed in 10 of 100 sessions',
    })
  })

  it('waits for nothing when files arrive changed', () => {
    expect(verdict(judged({ counted: counted(3, 3, 3) }))).toEqual({
      cause: 'changed',
      says: 'files of it arrived changed in 3 sessions',
    })
    expect(verdict(judged({ counted: counted(3, 2, 2) }))).toBeNull()
  })
})

describe('how long people wait for a version', () => {
  const measured = (loadP75: number | null, sessions = 40) => ({ sessions, loadP75 })

  it('is said of one that comes more than a fifth later than what stands', () => {
    expect(slowness(measured(730), measured(600))).toBe(
      'It is ready after 730 ms, and what stands after 600 ms (three of four people).',
    )
    expect(slowness(measured(710), measured(600))).toBeNull()
  })

  it('is nothing while too few have measured it', () => {
    expect(slowness(measured(730, 19), measured(600))).toBeNull()
    expect(slowness(measured(730), measured(600, 3))).toBeNull()
    expect(slowness(measured(null), measured(600))).toBeNull()
    expect(slowness(undefined, undefined)).toBeNull()
  })
})

describe('that the API fails for people of a version', () => {
  const met = (faultySessions: number, sessions: number) => ({ sessions, faultySessions })

  it('is said where it does so far more often than for those of what stands', () => {
    expect(faultiness(met(10, 100), met(5, 1900))).toBe(
      'The API failed for 10 of its 100 people, far more often than with what stands.',
    )
  })

  it('is nothing in an outage, nor while too few have told', () => {
    expect(faultiness(met(50, 100), met(900, 1900))).toBeNull()
    expect(faultiness(met(10, 19), met(0, 1900))).toBeNull()
    expect(faultiness(met(10, 100), met(0, 3))).toBeNull()
    expect(faultiness(undefined, met(0, 1900))).toBeNull()
  })
})

describe('the bounds of a share', () => {
  it('close in on it as more is counted', () => {
    const few = boundsOf({ sessions: 20, failedSessions: 2 })
    const many = boundsOf({ sessions: 2000, failedSessions: 200 })

    expect(few.lower).toBeCloseTo(0.028, 2)
    expect(few.upper).toBeCloseTo(0.301, 2)
    expect(many.lower).toBeGreaterThan(few.lower)
    expect(many.upper).toBeLessThan(few.upper)
  })
})
