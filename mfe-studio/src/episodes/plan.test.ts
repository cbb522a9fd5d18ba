import { describe, expect, it } from 'vitest'
import { fromLocal, toLocal } from '../local-time.ts'
import { planOf, statusFor } from './plan.ts'

describe('plan', () => {
  it('waits for audio that is not ready if it is published now', () => {
    expect(statusFor('now', true)).toBe('published')
    expect(statusFor('now', false)).toBe('when_ready')
    expect(statusFor('draft', false)).toBe('draft')
    expect(statusFor('scheduled', true)).toBe('scheduled')
  })

  it('is derived from the status of the episode', () => {
    expect((['draft', 'scheduled', 'when_ready', 'published'] as const).map((status) => planOf({ status }))).toEqual([
      'draft',
      'scheduled',
      'now',
      'now',
    ])
  })

  it('converts a time to a field value and back', () => {
    for (const iso of ['2026-11-21T10:30:00.000Z', '2026-07-01T23:59:00.000Z', '2026-03-29T01:00:00.000Z']) {
      expect(fromLocal(toLocal(iso))).toBe(iso)
    }
    expect(fromLocal('')).toBe('')
  })
})
