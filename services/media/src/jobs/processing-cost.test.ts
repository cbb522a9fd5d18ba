import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BUDGET_SECONDS,
  costOf,
  isShort,
  LAST_PRIORITY,
  laterPriorityOf,
  priorityByUsage,
  priorityOf,
  renditionCostOf,
  shortSecondsOf,
} from './processing-cost.ts'

const stereo = { channels: 2, sampleRate: 48_000 }

describe('the cost of processing', () => {
  it('follows from length, channels and sample rate, and is lower per second when the loudness is sampled', () => {
    const minute = costOf({ ...stereo, seconds: 60 })
    expect(costOf({ ...stereo, seconds: 600 })).toBeCloseTo(minute * 10)
    expect(costOf({ ...stereo, channels: 1, seconds: 60 })).toBeCloseTo(minute / 2)
    expect(costOf({ ...stereo, sampleRate: 384_000, seconds: 60 })).toBeCloseTo(minute * 8)
    expect(costOf({ seconds: 60, channels: null, sampleRate: null })).toBeCloseTo(minute)
    expect(costOf({ ...stereo, seconds: 7_200 })).toBeLessThan(minute * 60)
  })

  it('is short for a minute of sound but not for ten, and for a rendition of some seconds only', () => {
    const isShortFor = (seconds: number) => isShort(costOf({ ...stereo, seconds }))
    expect([60, 600].map(isShortFor)).toEqual([true, false])
    expect(isShortFor(shortSecondsOf(stereo))).toBe(true)
    expect(isShortFor(shortSecondsOf(stereo) * 1.01)).toBe(false)
    expect([10, 60].map((seconds) => isShort(renditionCostOf({ ...stereo, seconds })))).toEqual([true, false])
  })

  it('orders jobs of owners who have used little first, and of owners without budget last', () => {
    expect([0, 1.9, 2, 5, 11, 600, 601].map(priorityByUsage)).toEqual([0, 0, 1, 2, 3, 9, LAST_PRIORITY])
  })

  it('orders cheap jobs first', () => {
    const [cheap = 0, dear = 0] = [3_600, 86_400].map((seconds) => priorityOf(costOf({ ...stereo, seconds })))
    expect(cheap).toBeGreaterThan(0)
    expect(dear).toBeGreaterThan(cheap)
    expect(priorityOf(1e12)).toBeLessThan(LAST_PRIORITY)
  })
})

describe('the order of waiting jobs', () => {
  const Used = fc.oneof(
    fc.double({ min: 0, max: 3 * BUDGET_SECONDS, noNaN: true }),
    fc.constantFrom(0, 2, BUDGET_SECONDS, BUDGET_SECONDS + 0.001),
  )
  const Priority = fc.oneof(
    fc.constant(0),
    fc.double({ min: 0.01, max: 50_000, noNaN: true }).map((cost) => priorityOf(cost)),
  )
  const Jobs = fc.array(fc.record({ used: Used, priority: Priority }), { minLength: 2, maxLength: 30 })

  /** Runs the jobs as a worker does: it takes the first one, and returns it if `laterPriorityOf` says so. */
  const run = (jobs: { used: number; priority: number }[]) => {
    const waiting = [...jobs]
    const usageInOrder: number[] = []
    let returns = 0
    while (waiting.length > 0) {
      const first = waiting.reduce((best, job) => (job.priority < best.priority ? job : best))
      waiting.splice(waiting.indexOf(first), 1)
      const later = laterPriorityOf(first.priority, first.used)
      if (later === null) usageInOrder.push(first.used)
      else {
        waiting.push({ ...first, priority: later })
        returns += 1
      }
    }
    return { usageInOrder, returns }
  }

  it('never has a job of an owner over budget before one of an owner within it', () => {
    fc.assert(
      fc.property(Jobs, (jobs) => {
        const { usageInOrder, returns } = run(jobs)
        const isOver = usageInOrder.map((used) => used > BUDGET_SECONDS)

        expect(isOver).toEqual([...isOver].sort((one, other) => Number(one) - Number(other)))
        // Each job returns once at most while the usage stays the same.
        expect(returns).toBeLessThanOrEqual(jobs.length)
      }),
    )
  })
})
