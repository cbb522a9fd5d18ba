import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RULES, secondsOf } from './rules/rules.ts'
import {
  type Account,
  badgesUpTo,
  createAccount,
  DAY,
  DAY_LIMIT,
  HOST_LIMIT,
  HOUR,
  HOUR_LIMIT,
  LONG,
} from './testing/attacker.ts'
import type { HeardAs } from './testing/model.ts'

// The model is compared with the service in model.test.ts and in attack-day.test.ts.
const { perMinute, perStart, completion, bonusLimits, tip } = RULES

const NOTHING = { share: 0, reach: 0 }
const TENTH = { share: 0.1, reach: 0.1 }

const ATTACKS: Record<string, { as?: HeardAs; play: (account: Account) => void; limit: number }> = {
  'starts an episode a second': {
    play: (account) => [account.start(account.newEpisode(600)), account.wait(1)],
    limit: 0,
  },
  'completes an episode of a second, all day': { play: (account) => account.play(1), limit: DAY_LIMIT },
  'completes one file in many episodes': {
    play: (account) => account.play(1, { audio: 'one file' }),
    limit: perStart + completion.points + badgesUpTo(1),
  },
  'claims without fetching audio': {
    play: (account) => [account.play(2, { sent: NOTHING }), account.play(600, { sent: NOTHING })],
    limit: 0,
  },
  'fetches the first tenth of long episodes, and claims everything': {
    play: (account) => account.play(LONG, { sent: TENTH }),
    limit: (DAY / LONG) * (perStart + (secondsOf(LONG, TENTH.share) / 60) * perMinute),
  },
  'fetches the last byte of an episode, and claims everything': {
    play: (account) => account.play(LONG, { sent: { share: 0, reach: 1 } }),
    limit: 0,
  },
  'hears long episodes all day': { play: (account) => account.play(LONG), limit: DAY_LIMIT },
  'earns all bonuses of the hour first, then hears a long episode': {
    play: (account) => {
      for (let round = 0; round < bonusLimits.perHour; round++) account.play(2)
      account.play(LONG, { seconds: HOUR })
    },
    limit: DAY_LIMIT,
  },
  'plays own shows only': { as: 'host', play: (account) => account.play(60), limit: HOST_LIMIT },
}

describe('an attacker with unlimited episodes, for a day', () => {
  it('earns at most the stated limits, with each known attack', () => {
    const results = Object.entries(ATTACKS).map(([name, { as, play, limit }]) => {
      const account = createAccount(as)
      while (!account.isOver()) play(account)
      const points = account.total()
      account.tip()
      const withTips = account.total() - points
      return { name, points, limit, bestHour: account.bestHour(), withTips }
    })
    for (const { name, points, limit, bestHour } of results) {
      console.info(`${name}: ${points} points a day (limit ${limit}), ${bestHour} in the best hour`)
    }
    for (const { points, limit, bestHour, withTips } of results) {
      expect(points).toBeLessThanOrEqual(limit)
      expect(bestHour).toBeLessThanOrEqual(HOUR_LIMIT)
      expect(withTips).toBe(tip.dailyPointsCap)
    }
    // The limits are tight: one attack almost reaches them.
    const most = Math.max(...results.map(({ points }) => points))
    expect(most).toBeGreaterThan(0.99 * DAY_LIMIT)
  })

  it('earns at most the limit of an hour in any hour, with any sequence of requests', () => {
    const request = fc.oneof(
      fc.record({
        length: fc.constantFrom(1, 2, 60, 600, LONG),
        wait: fc.integer({ min: 0, max: 90 }),
        audio: fc.integer({ min: 0, max: 300 }),
      }),
      fc.record({
        length: fc.constantFrom(1, 2),
        wait: fc.integer({ min: 0, max: 2 }),
        audio: fc.integer({ min: 0, max: 300 }),
      }),
    )
    fc.assert(
      fc.property(
        fc.array(request, { minLength: 20, maxLength: 120 }),
        fc.constantFrom('listener', 'host'),
        (requests, as) => {
          const account = createAccount(as)
          for (const { length, wait, audio } of requests) {
            account.start(account.newEpisode(length, `audio ${audio}`))
            account.wait(wait)
            account.end()
          }
          expect(account.bestHour()).toBeLessThanOrEqual(HOUR_LIMIT)
          expect(account.total()).toBeLessThanOrEqual(as === 'host' ? HOST_LIMIT : DAY_LIMIT)
        },
      ),
      { numRuns: 100 },
    )
  })
})
