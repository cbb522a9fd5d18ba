import { AppError, unavailable } from '@griot/service-kit/http/errors'
import { describe, expect, it } from 'vitest'
import { outcomeOf } from './outcomes.ts'
import { notAudio, TimedOut } from './processing-failure.ts'

const ours = new Error('connection reset')
const first = { number: 1, isLast: false, isStopping: false }
const last = { number: 3, isLast: true, isStopping: false }

describe('the outcome of a failed attempt', () => {
  it.each([
    ['is queued again at once when the worker stops', { ...last, error: ours, isStopping: true }, 'queued', 0],
    [
      'waits for an unavailable storage, and counts no attempt',
      { ...last, error: unavailable('storage') },
      'interrupted',
      10_000,
    ],
    ['is retried after an error of ours', { ...first, error: ours }, 'interrupted', undefined],
    ['fails after the last attempt', { ...last, error: ours }, 'failed', undefined],
    ['fails at once if the file is refused', { ...first, error: notAudio('zeros') }, 'failed', undefined],
    [
      'is retried if the database is unavailable',
      { ...first, error: unavailable('database') },
      'interrupted',
      undefined,
    ],
    [
      'is retried after an error with another status',
      { ...first, error: new AppError(507, 'storage.full', 'Full.') },
      'interrupted',
      undefined,
    ],
  ])('%s', (_, attempt, step, delayMs) => {
    const outcome = outcomeOf(attempt)

    expect(outcome.entry.step).toBe(step)
    expect(outcome.delayMs).toBe(delayMs)
  })

  it('is permanent only if the file is the cause', () => {
    expect(outcomeOf({ ...first, error: notAudio('zeros') }).entry.isPermanent).toBe(true)
    expect(outcomeOf({ ...first, error: new TimedOut('30 s') }).entry.isPermanent).toBe(false)
    expect(outcomeOf({ ...last, error: ours }).entry.isPermanent).toBeUndefined()
  })
})
